import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A change to the source: file under `event-log`, words to find, words to put there. */
export type SourceChange = [file: string, from: string, to: string]

/** A copy of the log's source with changes; says where. A fault program that passes with a wrong copy proves nothing. */
export async function copyPatchedSource(folder: string, changes: readonly SourceChange[]): Promise<string> {
  const source = join(import.meta.dirname, '..')
  const copy = join(folder, 'event-log')
  await mkdir(copy, { recursive: true })
  await cp(source, copy, { recursive: true })
  await cp(join(source, '..', 'clock.ts'), join(folder, 'clock.ts'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  for (const [file, from, to] of changes) {
    const text = await readFile(join(copy, file), 'utf8')
    if (!text.includes(from)) throw new Error(`${file} does not contain "${from}" any more.`)
    await writeFile(join(copy, file), text.replaceAll(from, to))
  }
  return copy
}
