// Creates and flushes folders as `atomic-file.ts` does, but synchronously for the start of a process, and for any parent folder; and
// reads errors of the file system.

import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and its parents durably, accessible for their owner only, unless they exist. Throws the error of the
 * file system.
 */
export function createFolderSync(folder: string): void {
  try {
    // `recursive: true` would loop forever where no folder can be created, as in `/proc`.
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (isFolder(folder)) return
    if (isFolder(dirname(folder)) || errorCode(error) !== 'ENOENT') throw error
    createFolderSync(dirname(folder))
    return createFolderSync(folder)
  }
  flushFolderSync(dirname(folder))
}

/**
 * Flushes the entries of a folder to disk. Ignores folders that cannot be opened and systems that cannot flush folders;
 * throws when the disk fails.
 */
export function flushFolderSync(folder: string): void {
  const handle = tryOpen(folder)
  if (handle === undefined) return
  try {
    fsyncSync(handle)
  } catch (error) {
    if (!unsupportedCodes.has(errorCode(error))) throw error
  } finally {
    closeSync(handle)
  }
}

const unsupportedCodes: ReadonlySet<string> = new Set(['EINVAL', 'ENOTSUP', 'EPERM'])

function tryOpen(folder: string): number | undefined {
  try {
    return openSync(folder, 'r')
  } catch {
    return undefined
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** Returns `undefined` for the error that a file does not exist; throws every other one. */
export function ignoreMissing(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw error
}

/** Returns the text of a file; `undefined` if there is none. */
export function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    return ignoreMissing(error)
  }
}

/** Returns the code of a system error, such as `ENOENT`; empty for any other error. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

const codes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Whether an error says that a file cannot grow: the disk is full, or a limit of the user or of the process is reached. */
export const isFullDisk = (error: unknown): boolean => codes.has(errorCode(error))
