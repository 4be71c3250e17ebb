import { RequestFailed } from '../../../shared/http/request-failed.ts'

/** Returns the message for a list that could not be loaded: the specification's text, then the details of the failure. */
export function loadErrorMessage(error: unknown): { title: string; detail?: string } {
  if (!(error instanceof RequestFailed)) return { title: 'Failed to load submissions. Please try again.' }
  if (error.status === 0)
    return { title: 'Failed to load submissions. Please try again.', detail: error.message }
  return { title: 'Failed to fetch submissions', ...(error.hasServerMessage && { detail: error.message }) }
}
