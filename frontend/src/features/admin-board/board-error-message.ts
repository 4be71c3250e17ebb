import { RequestFailed } from '../../shared/http/request-failed.ts'
import { t } from '../../shared/i18n/t.ts'

/** Returns what a failed request says, to be shown under the screen's own message. */
export const boardErrorMessage = (error: unknown): string =>
  error instanceof RequestFailed && error.code !== 'unreadable'
    ? error.message
    : t('adminBoard.invalidResponse')
