import { RequestFailed } from '../../../shared/http/request-failed.ts'
import { t } from '../../../shared/i18n/t.ts'

/** Returns the texts for submissions that failed to load: a title, and what the failure says. */
export function submissionsErrorTexts(error: unknown): { title: string; detail?: string } {
  const unreachableTitle = t('adminSubmissions.couldNotLoad')
  if (!(error instanceof RequestFailed)) return { title: unreachableTitle }
  if (error.status === 0) return { title: unreachableTitle, detail: error.message }
  return { title: t('common.submissionsFailed'), ...(error.hasServerMessage && { detail: error.message }) }
}
