import { paths } from '../../app/paths.ts'
import { unsubscribe } from './api.ts'
import { MailedLinkScreen } from './mailed-link-screen.tsx'

/** The target of the unsubscribe link in reminders. Works without a login. */
export const UnsubscribeScreen = () => (
  <MailedLinkScreen
    path={paths.unsubscribe}
    title="Stop email reminders?"
    text="You'll get no more reminders about days you haven't submitted. Your account doesn't change."
    button="Unsubscribe"
    busyText="Unsubscribing..."
    failureText="You could not be unsubscribed. Please try again."
    onSend={(token) => unsubscribe(token)}
    done={{
      title: 'You are unsubscribed',
      text: "You'll get no more reminders. Emails about your password and account still reach you.",
      next: { label: 'Go to the start page', to: paths.landing },
    }}
    alternative={{ label: 'Go to the start page', to: paths.landing }}
  />
)
