import { request } from '../../shared/http/http.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { MailedLinkScreen } from './mailed-link-screen.tsx'
import { t } from '../../shared/i18n/t.ts'

/** The target of the unsubscribe link in reminders. Works without a login. */
export const UnsubscribeScreen = () => (
  <MailedLinkScreen
    path={paths.unsubscribe}
    title={t('accounts.stopReminders')}
    text={t('accounts.stopRemindersIntro')}
    button={t('accounts.unsubscribe')}
    busyText={t('accounts.unsubscribing')}
    failureText={t('accounts.notUnsubscribed')}
    onSend={(token) => request('POST', '/api/reminders/unsubscribe', { query: { token }, area: 'none' })}
    done={{
      title: t('accounts.unsubscribed'),
      text: t('accounts.noMoreReminders'),
      next: { label: t('accounts.goToStartPage'), to: paths.landing },
    }}
    alternative={{ label: t('accounts.goToStartPage'), to: paths.landing }}
  />
)
