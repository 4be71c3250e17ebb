import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sqliteEntries } from '@thirty/infra/entry-store/sqlite.ts'
import { onTestFinished } from 'vitest'

/** Opens a store in a new folder for the test that is running. Its clock stands still at `now`; specs set `time.now`. */
export async function temporaryEntries(now = Date.parse('2026-03-02T08:00:00Z')) {
  const folder = await mkdtemp(join(tmpdir(), 'thirty-entries-'))
  const time = { now }
  const open = () => {
    const store = sqliteEntries(folder, () => time.now)
    onTestFinished(() => store.close())
    return store
  }
  // Finished in reverse order: the stores are closed first.
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return { folder, time, store: open(), open }
}
