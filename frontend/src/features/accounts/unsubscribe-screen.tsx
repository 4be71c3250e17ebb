import { paths } from '../../shared/navigation/paths.ts'
import { unsubscribe } from './api.ts'
import { MailedLinkScreen } from './mailed-link-screen.tsx'
import { t } from './messages/t.ts'

/** The target of the unsubscribe link in reminders. Works without a login. */
export const UnsubscribeScreen = () => (
  <MailedLinkScreen
    path={paths.unsubscribe}
    title={t('stopReminders')}
    text={t('stopRemindersIntro')}
    button={t('unsubscribe')}
    busyText={t('unsubscribing')}
    failureText={t('notUnsubscribed')}
    onSend={(token) => unsubscribe(token)}
    done={{
      title: t('unsubscribed'),
      text: t('noMoreReminders'),
      next: { label: t('goToStartPage'), to: paths.landing },
    }}
    alternative={{ label: t('goToStartPage'), to: paths.landing }}
  />
)
