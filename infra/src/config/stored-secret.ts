import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorCode, flushFolderSync, createFolderSync } from '../files/durable-folder-sync.ts'

/**
 * Returns a random secret of 32 bytes that an installation keeps in a file, creating it durably at the first call.
 * Throws the error that `createError` returns when the file is too short: a new secret would silently log out all
 * users.
 */
export function loadOrCreateSecret(
  directory: string,
  name: string,
  createError: (message: string) => Error,
): { secret: string; file: string } {
  const file = join(directory, name)
  createFolderSync(directory)
  const secret = readSecret(file) ?? createSecret(file) ?? readSecret(file) ?? ''
  requireLength(secret, name, createError)
  return { secret, file }
}

/** Returns a secret that was created before; `undefined` if there is none. Throws as `loadOrCreateSecret` does. */
export function readStoredSecret(
  directory: string,
  name: string,
  createError: (message: string) => Error,
): string | undefined {
  const secret = readSecret(join(directory, name))
  if (secret !== undefined) requireLength(secret, name, createError)
  return secret
}

function requireLength(secret: string, name: string, createError: (message: string) => Error): void {
  if (Buffer.byteLength(secret) < 32)
    throw createError(`DATA_DIR has a damaged ${name}; restore it, or remove it for a new one.`)
}

function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Creates the file with its whole content, so that another process, or a start after a power loss, never reads a part of it.
 * Returns `undefined` when another process has created the file in the meantime.
 */
function createSecret(file: string): string | undefined {
  const secret = randomBytes(32).toString('base64url')
  const temporary = `${file}.${randomBytes(8).toString('hex')}.tmp`
  try {
    const handle = openSync(temporary, 'wx', 0o600)
    try {
      writeSync(handle, `${secret}\n`)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    linkSync(temporary, file)
    flushFolderSync(dirname(file))
    return secret
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return undefined
    throw error
  } finally {
    rmSync(temporary, { force: true })
  }
}
