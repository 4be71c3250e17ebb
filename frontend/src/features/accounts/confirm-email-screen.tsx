import { paths } from '../../shared/navigation/paths.ts'
import { useSession } from '../../shared/session/session.ts'
import { confirmEmail } from './api.ts'
import { MailedLinkScreen } from './mailed-link-screen.tsx'
import { t } from './messages/t.ts'

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
      title={t('confirmYourEmail')}
      text={t('confirmIntro')}
      button={t('confirmEmail')}
      busyText={t('confirming')}
      failureText={t('emailNotConfirmed')}
      onSend={confirm}
      done={{
        title: t('emailIsConfirmed'),
        text: t('remindersFromNowOn'),
        next: { label: t('goToDashboard'), to: paths.dashboard },
      }}
      alternative={{ label: t('requestNewLinkOnDashboard'), to: paths.dashboard }}
    />
  )
}
