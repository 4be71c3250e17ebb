import { ConfigError } from '../../config/config.ts'

/** HTTP status that the storage refused with; `undefined` when it did not answer. */
export function httpStatus(error: unknown): number | undefined {
  const metadata = error instanceof Error && '$metadata' in error ? error.$metadata : undefined
  const isAnswer = typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata
  return isAnswer && typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined
}

/**
 * Why a call failed, in a word: the code of the storage or of the network. An error of the client carries requests and
 * signatures along, and a storage may put into its message whatever it likes, so neither goes further than here.
 */
export function describeError(error: unknown): string {
  if (error instanceof ConfigError) return error.message
  if (!(error instanceof Error)) return 'unknown'
  const status = httpStatus(error)
  if (status !== undefined) return `${error.name} (HTTP ${status})`
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
