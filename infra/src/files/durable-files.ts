// Writes files and creates folders so that they survive a power cut, accessible for their owner only.

import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs'
import { open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode, ignoreMissing } from '../system-errors.ts'

/**
 * Returns whether a name belongs to a temporary file, which remains when a process ends during a write. Names from
 * older releases do not contain the final name.
 */
export const isTemporaryFile = (name: string): boolean =>
  name.startsWith('.') && /\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.tmp$/.test(name)

/**
 * Writes a file durably, readable for its owner only, and returns its path. If the content ends with an error, nothing is
 * written. Even after a power cut, the file has either the whole new content or the previous one.
 */
export async function writeFileAtomically(
  folder: string,
  name: string,
  content: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<string> {
  const [file, temporary] = [join(folder, name), join(folder, `.${name}.${randomUUID()}.tmp`)]
  try {
    await writeFile(temporary, content, { flag: 'wx', mode: 0o600, flush: true })
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await flushFolder(folder)
  return file
}

/** Flushes the entries of a folder: without it, a power cut may undo the creation or removal of files. */
export async function flushFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r')
  await handle.sync()
}

/**
 * Creates a folder and its parents durably, accessible for their owner only, unless they exist. Throws the error of the
 * file system.
 */
export function createFolder(folder: string): void {
  try {
    // `recursive: true` would loop forever where no folder can be created, as in `/proc`.
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (isFolder(folder)) return
    if (isFolder(dirname(folder)) || errorCode(error) !== 'ENOENT') throw error
    createFolder(dirname(folder))
    return createFolder(folder)
  }
  flushFolderSync(dirname(folder))
}

/**
 * Like `flushFolder`, also for a parent folder of others: ignores folders that cannot be opened and systems that cannot flush folders;
 * throws when the disk fails.
 */
export function flushFolderSync(folder: string): void {
  let handle: number
  try {
    handle = openSync(folder, 'r')
  } catch {
    return
  }
  try {
    fsyncSync(handle)
  } catch (error) {
    if (!unsupportedCodes.has(errorCode(error))) throw error
  } finally {
    closeSync(handle)
  }
}

const unsupportedCodes: ReadonlySet<string> = new Set(['EINVAL', 'ENOTSUP', 'EPERM'])

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** Returns the text of a file; `undefined` if there is none. */
export function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    return ignoreMissing(error)
  }
}
