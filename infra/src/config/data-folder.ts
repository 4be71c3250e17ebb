// The folder of an installation for its data, and the secrets that it makes for itself and keeps there.

import { randomBytes } from 'node:crypto'
import { accessSync, constants, linkSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { flushFolderSync, createFolder, readIfExists } from '../files/durable-files.ts'
import { errorCode } from '../system-errors.ts'
import { ConfigError } from './config-error.ts'

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

/**
 * Returns a random secret of 32 bytes that an installation keeps in a file of its data folder, creating it durably at the first call.
 * Throws `ConfigError` when the file is too short, or a link to a file that is not there: a new secret would silently log out all users.
 */
export function readOrCreateSecret(directory: string, name: string): string {
  createFolder(directory)
  const stored = readStoredSecret(directory, name)
  if (stored !== undefined) return stored
  createFile(join(directory, name))
  // Without one, its name is a link that leads nowhere.
  return readStoredSecret(directory, name) ?? refuseSecret(name)
}

/** Returns a secret that was created before; `undefined` if there is none. Throws as `readOrCreateSecret` does. */
export function readStoredSecret(directory: string, name: string): string | undefined {
  const secret = readIfExists(join(directory, name))?.trim()
  return secret !== undefined && Buffer.byteLength(secret) < 32 ? refuseSecret(name) : secret
}

/** Throws `ConfigError` for the file of a secret that is damaged. */
export function refuseSecret(name: string): never {
  throw new ConfigError(`DATA_DIR has a damaged ${name}; restore it, or remove it for a new one.`)
}

/** Returns 32 random bytes in base64url. */
export const createSecret = (): string => randomBytes(32).toString('base64url')

/**
 * Creates a file with a secret, with its whole content, so that another process, or a start after a power loss, never reads a part of it.
 * Changes nothing when another process has created the file in the meantime.
 */
function createFile(file: string): void {
  const temporary = `${file}.${randomBytes(8).toString('hex')}.tmp`
  try {
    writeFileSync(temporary, `${createSecret()}\n`, { flag: 'wx', mode: 0o600, flush: true })
    linkSync(temporary, file)
    flushFolderSync(dirname(file))
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(temporary, { force: true })
  }
}
