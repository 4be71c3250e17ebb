import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** Returns the temporary name under which a file is written: hidden, and with the final name in it. */
const temporaryName = (name: string): string => `.${name}.${randomUUID()}.tmp`

/**
 * Whether a name is that of a temporary file, which is left behind when a process ends while writing. Those of older
 * releases do not contain the final name.
 */
export const isTemporaryFile = (name: string): boolean =>
  /^\.(?:.+\.)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.tmp$/.test(name)

/**
 * Writes a file durably, readable for its owner only, and returns its path. Even after a power cut, the file has either
 * the whole new content or the previous one.
 */
export async function writeFileAtomically(
  folder: string,
  name: string,
  content: Uint8Array,
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
  for (let made = resolve(folder); made.length >= resolve(first).length; made = dirname(made))
    await flushFolder(dirname(made))
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
