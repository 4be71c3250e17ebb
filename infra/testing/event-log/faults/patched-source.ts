import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A change to the source code: a file below `infra/src/event-log`, the text to find and its replacement. */
export type SourceChange = [file: string, find: string, replacement: string]

const infra = join(import.meta.dirname, '../../..')

/**
 * Copies the source code of `infra` into a folder, changes the copy, and returns the path of its `event-log` folder.
 * Throws when a change does not find its text: a fault program that runs the unchanged code proves nothing.
 */
export async function copyPatchedSource(folder: string, changes: readonly SourceChange[]): Promise<string> {
  await mkdir(folder, { recursive: true })
  await cp(join(infra, 'src'), join(folder, 'src'), { recursive: true })
  await symlink(join(infra, '../node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  const eventLog = join(folder, 'src/event-log')
  for (const [file, find, replacement] of changes) {
    const text = await readFile(join(eventLog, file), 'utf8')
    if (!text.includes(find)) throw new Error(`${file} does not contain "${find}".`)
    await writeFile(join(eventLog, file), text.replaceAll(find, replacement))
  }
  return eventLog
}
