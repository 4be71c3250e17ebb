import { randomBytes } from 'node:crypto'
import { linkSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigError } from './environment.ts'
import { flushFolderSync, createFolder, readIfExists } from '../files/durable-files.ts'
import { errorCode } from '../system-errors.ts'

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
