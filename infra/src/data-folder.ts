import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from './config.ts'

/**
 * Makes the folder of an installation where there is none, readable for its owner only.
 * Throws `ConfigError` when it cannot be made or written to.
 */
export function makeDataFolder(folder: string): void {
  try {
    makeWithThoseAbove(folder)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = codeOf(error)
    throw new ConfigError(
      `DATA_DIR ${folder} ${reasons[code] ?? `cannot be used (${code || String(error)})`}.`,
    )
  }
}

/** `recursive: true` would never end where the system makes no folders at all, as in `/proc`. */
function makeWithThoseAbove(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if (isFolder(folder)) return
    if (isFolder(dirname(folder)) || codeOf(error) !== 'ENOENT') throw error
    makeWithThoseAbove(dirname(folder))
    makeWithThoseAbove(folder)
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

const reasons: Readonly<Record<string, string>> = {
  EEXIST: 'is a file; it must be a folder',
  ENOTDIR: 'lies below a file; it must be a folder',
  ENOENT: 'cannot be made there',
  EACCES: 'may not be read and written by this user',
  EROFS: 'cannot be written to',
}
