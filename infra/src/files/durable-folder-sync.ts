import { closeSync, fsyncSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

// What `whole-file.ts` does, for a start that has nothing to do meanwhile, and where nobody knows the folder above.

/**
 * Makes a folder for its owner only, with those above it, unless it is there. When this has answered, it is there for
 * good, as far as the system lets that be asked for. Throws what the system says.
 */
export function createFolderSync(folder: string): void {
  try {
    // `recursive: true` would never end where the system makes no folders at all, as in `/proc`.
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
 * Flushes which names a folder holds. A folder that may be entered and not read, and systems that flush no folders, are
 * no reason not to start; a disk that fails is.
 */
export function flushFolderSync(folder: string): void {
  const handle = opened(folder)
  if (handle === undefined) return
  try {
    fsyncSync(handle)
  } catch (error) {
    if (!flushesNone.has(errorCode(error))) throw error
  } finally {
    closeSync(handle)
  }
}

const flushesNone: ReadonlySet<string> = new Set(['EINVAL', 'ENOTSUP', 'EPERM'])

function opened(folder: string): number | undefined {
  try {
    return openSync(folder, 'r')
  } catch {
    return undefined
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** The system's word for what went wrong, such as `ENOENT`; empty for anything else. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
