import { accessSync, constants } from 'node:fs'
import { ConfigError } from './environment.ts'
import { createFolder } from '../files/durable-files.ts'
import { errorCode } from '../system-errors.ts'

/**
 * Creates the data folder durably and readable for its owner only, unless it exists. Throws `ConfigError` when it cannot
 * be created or written to.
 */
export function createDataFolder(folder: string): void {
  try {
    createFolder(folder)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = errorCode(error)
    throw new ConfigError(
      `DATA_DIR ${folder} ${messages[code] ?? `cannot be used (${code || String(error)})`}.`,
    )
  }
}

const messages: Readonly<Record<string, string>> = {
  EEXIST: 'is a file; it must be a folder',
  ENOTDIR: 'is inside a file; it must be a folder',
  ENOENT: 'cannot be created there',
  EACCES: 'cannot be read and written by this user',
  EROFS: 'cannot be written to',
}
