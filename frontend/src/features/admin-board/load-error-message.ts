import { RequestFailed } from '../../shared/http/request-failed.ts'

/** What is known about a call that failed, to stand under the words of the screen (specification, section 8). */
export const loadErrorMessage = (error: unknown): string =>
  error instanceof RequestFailed && error.code !== 'unreadable'
    ? error.message
    : 'Invalid response from server'
