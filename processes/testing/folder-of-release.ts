import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/** Copies an installation that an earlier release left, such as `release-0.1.0`, into a data folder, which it returns. */
export function folderOfRelease(
  fixture: string,
  folder = mkdtempSync(join(tmpdir(), 'thirty-previous-release-')),
): string {
  const file = (name: string) => join(import.meta.dirname, fixture, name)
  writeFileSync(join(folder, 'events.db'), gunzipSync(readFileSync(file('events.db.gz'))))
  copyFileSync(file('events.head'), join(folder, 'events.head'))
  return folder
}
