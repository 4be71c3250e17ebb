import { RequestFailed } from '../../shared/http/request-failed.ts'

/** Returns what a failed request says, to be shown under the screen's own message (specification, section 8). */
export const loadErrorMessage = (error: unknown): string =>
  error instanceof RequestFailed && error.code !== 'unreadable'
    ? error.message
    : 'Invalid response from server'
