import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** Returns the temporary name under which a file is written: hidden, and with the final name in it. */
const temporaryName = (name: string): string => `.${name}.${randomUUID()}.tmp`

/**
 * Returns whether a name belongs to a temporary file, which remains when a process ends during a write. Names from
 * older releases do not contain the final name.
 */
export const isTemporaryFile = (name: string): boolean =>
  name.startsWith('.') && /\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.tmp$/.test(name)

/**
 * Writes a file durably, readable for its owner only, and returns its path. If the content ends with an error, nothing is
 * written. Even after a power cut, the file has either
 * the whole new content or the previous one.
 */
export async function writeFileAtomically(
  folder: string,
  name: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<string> {
  const [file, temporary] = [join(folder, name), join(folder, temporaryName(name))]
  try {
    const handle = await open(temporary, 'wx', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await flushFolder(folder)
  return file
}

/** Creates a folder and its parents durably, accessible for their owner only, unless they exist. */
export async function createFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let created = resolve(folder); created.length >= resolve(first).length; created = dirname(created))
    await flushFolder(dirname(created))
}

/** Flushes the entries of a folder: without it, a power cut may undo the creation or removal of files. */
export async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
