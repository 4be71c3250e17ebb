import { errorCode } from '@thirty/infra/files/durable-folder-sync.ts'

/**
 * Returns what a file or folder has, and `missing` if there is none. Any other error is thrown: what cannot be read must not pass for
 * empty.
 */
export async function unlessMissing<Value>(read: Promise<Value>, missing: Value): Promise<Value> {
  try {
    return await read
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return missing
    throw error
  }
}
