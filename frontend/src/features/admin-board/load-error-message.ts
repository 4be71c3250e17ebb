import { RequestFailed } from '../../shared/http/request-failed.ts'

/** Returns the details of a failed request, shown under the message of the screen (specification, section 8). */
export const loadErrorMessage = (error: unknown): string =>
  error instanceof RequestFailed && error.code !== 'unreadable'
    ? error.message
    : 'Invalid response from server'
