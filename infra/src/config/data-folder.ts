import { accessSync, constants } from 'node:fs'
import { ConfigError } from './config.ts'
import { errorCode, createFolderSync } from '../files/durable-folder-sync.ts'

/**
 * Makes the folder of an installation where there is none, readable for its owner only and for good.
 * Throws `ConfigError` when it cannot be made or written to.
 */
export function createDataFolder(folder: string): void {
  try {
    createFolderSync(folder)
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = errorCode(error)
    throw new ConfigError(
      `DATA_DIR ${folder} ${reasons[code] ?? `cannot be used (${code || String(error)})`}.`,
    )
  }
}

const reasons: Readonly<Record<string, string>> = {
  EEXIST: 'is a file; it must be a folder',
  ENOTDIR: 'lies below a file; it must be a folder',
  ENOENT: 'cannot be made there',
  EACCES: 'may not be read and written by this user',
  EROFS: 'cannot be written to',
}
