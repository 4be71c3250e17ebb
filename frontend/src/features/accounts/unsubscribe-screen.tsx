import { paths } from '../../app/paths.ts'
import { unsubscribe } from './api.ts'
import { MailedLinkScreen } from './mailed-link-screen.tsx'

/** The target of the unsubscribe link in reminders. Works without a login. */
export const UnsubscribeScreen = () => (
  <MailedLinkScreen
    path={paths.unsubscribe}
    title="Stop email reminders?"
    text="We will send you no more reminders of days that you have not submitted. Your account stays as it is."
    button="Unsubscribe"
    busyText="Unsubscribing..."
    failureText="You could not be unsubscribed. Please try again."
    onSend={(token) => unsubscribe(token)}
    done={{
      title: 'You are unsubscribed',
      text: 'You will receive no more reminders. Emails about your password and your account still reach you.',
      next: { label: 'Go to the start page', to: paths.landing },
    }}
    alternative={{ label: 'Go to the start page', to: paths.landing }}
  />
)
