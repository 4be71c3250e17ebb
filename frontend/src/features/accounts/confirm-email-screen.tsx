import { paths } from '../../app/paths.ts'
import { useSession } from '../../shared/session/session.ts'
import { confirmEmail } from './api.ts'
import { MailedLinkScreen } from './mailed-link-screen.tsx'

/** The target of the link in the email that follows a sign-up. */
export const ConfirmEmailScreen = () => {
  const check = useSession((store) => store.check)
  const confirm = async (token: string) => {
    const response = await confirmEmail({ token })
    // The account of a signed-in user has changed.
    void check()
    return response
  }
  return (
    <MailedLinkScreen
      path={paths.confirmEmail}
      title="Confirm your email"
      text="Confirm that this email address is yours. The link works once and expires in 24 hours."
      button="Confirm email"
      busyText="Confirming..."
      failureText="The email could not be confirmed. Please try again."
      onSend={confirm}
      done={{
        title: 'Your email is confirmed',
        text: "You'll get reminders from now on if they're turned on.",
        next: { label: 'Go to the dashboard', to: paths.dashboard },
      }}
      alternative={{ label: 'Request a new link on the dashboard', to: paths.dashboard }}
    />
  )
}
