// What an error of a call to S3 says: its HTTP status, and its reason without secrets. Everything that calls S3 uses this.

import { ConfigError } from '../../config/config-error.ts'

/** Returns the HTTP status of an error response; `undefined` when there was no response. */
export function httpStatus(error: unknown): number | undefined {
  const metadata = error instanceof Error && '$metadata' in error ? error.$metadata : undefined
  const isResponse = typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata
  return isResponse && typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined
}

/**
 * Returns why a call failed, as one word: the code of the storage or of the network. The error itself contains
 * requests and signatures, and its message may contain anything, so neither is passed on.
 */
export function describeError(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  if (!(error instanceof Error)) return 'unknown'
  const status = httpStatus(error)
  if (status !== undefined) return `${error.name} (HTTP ${status})`
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}

/** Whether there is no such object. A missing bucket is a 404 too, and then no object would seem to exist. */
export const isMissingObject = (error: unknown): boolean =>
  httpStatus(error) === 404 && describeError(error).startsWith('NoSuchKey')
