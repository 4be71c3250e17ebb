import { request } from '../../shared/http/http.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useSession } from '../../shared/session/session.ts'
import { MailedLinkScreen } from './mailed-link-screen.tsx'
import { t } from '../../shared/i18n/t.ts'

/** The target of the link in the email that follows a sign-up. */
export const ConfirmEmailScreen = () => {
  const check = useSession((store) => store.check)
  const confirm = async (token: string) => {
    const response = await request('POST', '/api/auth/confirm-email', { body: { token }, area: 'none' })
    // The account of a signed-in user has changed.
    void check()
    return response
  }
  return (
    <MailedLinkScreen
      path={paths.confirmEmail}
      title={t('accounts.confirmYourEmail')}
      text={t('accounts.confirmIntro')}
      button={t('common.confirmEmail')}
      busyText={t('common.confirming')}
      failureText={t('accounts.emailNotConfirmed')}
      onSend={confirm}
      done={{
        title: t('accounts.emailIsConfirmed'),
        text: t('accounts.remindersFromNowOn'),
        next: { label: t('accounts.goToDashboard'), to: paths.dashboard },
      }}
      alternative={{ label: t('accounts.requestNewLinkOnDashboard'), to: paths.dashboard }}
    />
  )
}
