import { RequestFailed } from '../../../shared/http/request-failed.ts'
import { t } from '../messages/t.ts'

/** Returns the texts for a list that failed to load: the title of the specification, and what the failure says. */
export function loadErrorMessage(error: unknown): { title: string; detail?: string } {
  const unreachableTitle = t('couldNotLoad')
  if (!(error instanceof RequestFailed)) return { title: unreachableTitle }
  if (error.status === 0) return { title: unreachableTitle, detail: error.message }
  return { title: t('couldNotFetch'), ...(error.hasServerMessage && { detail: error.message }) }
}
