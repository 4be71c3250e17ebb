import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorCode, flushFolderSync, createFolderSync } from '../files/durable-folder-sync.ts'

/**
 * A random secret of 32 bytes that an installation keeps in a file of its own, made when it is first asked for and told
 * once it is there for good. A file that holds less was damaged: a new secret would lock people out without a word, so
 * that is a fault.
 */
export function loadOrCreateSecret(
  directory: string,
  name: string,
  fault: (message: string) => Error,
): { secret: string; file: string } {
  const file = join(directory, name)
  createFolderSync(directory)
  const secret = readKept(file) ?? makeKept(file) ?? readKept(file) ?? ''
  if (Buffer.byteLength(secret) < 32)
    throw fault(`DATA_DIR holds a damaged ${name}; restore it, or remove it for a new one.`)
  return { secret, file }
}

function readKept(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** `undefined` when another process made the file in the meantime. */
function makeKept(file: string): string | undefined {
  const secret = randomBytes(32).toString('base64url')
  try {
    const handle = openSync(file, 'wx', 0o600)
    try {
      writeSync(handle, `${secret}\n`)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    flushFolderSync(dirname(file))
    return secret
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return undefined
    throw error
  }
}
