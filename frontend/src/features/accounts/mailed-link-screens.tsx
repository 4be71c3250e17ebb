// The screens of the links in emails: to confirm the address, to unsubscribe, and to set a new password. Participants and admins request the
// email for a new password here, too. Opening a link changes nothing, because mail programs and scanners open links by themselves; a button
// sends the token.

import { useState, type ReactNode } from 'react'
import { Mail } from 'lucide-react'
import { asEmail, useTypedEmail } from '../../shared/account/account-fields.tsx'
import { request } from '../../shared/http/http.ts'
import type { RequestFailed } from '../../shared/http/request-failed.ts'
import { useFormSubmit } from '../../shared/ui/forms/use-form-submit.ts'
import { serverText } from '../../shared/i18n/server-text.ts'
import { t } from '../../shared/i18n/t.ts'
import { Link, paths } from '../../shared/navigation/router.ts'
import { useLinkQuery } from '../../shared/navigation/use-link-query.ts'
import { useSession } from '../../shared/session/session.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { Failure, Success } from '../../shared/ui/display/surfaces.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { NewPasswordFields } from '../../shared/ui/forms/password-fields.tsx'
import { SubmitButton, FormMessages, useForm } from '../../shared/ui/forms/use-form.tsx'
import { AuthLayout, Intro } from './auth-layout.tsx'
import css from './accounts.module.css'

type NextStep = { label: string; to: string }
/** Stands in the place of a form: says what became of a link, and where to go on. */
type LinkPage = { title: string; text: string; next: NextStep }

type LinkScreenProps = {
  /** The path of the screen, without the token. */
  path: string
  /** What is said of a link without a token. */
  incomplete: Omit<LinkPage, 'title'>
  /** Once the link was used or no longer works. */
  outcome: LinkPage | undefined
  /** Returns the form. */
  children: (token: string) => ReactNode
}

const LinkScreen = ({ path, incomplete, outcome, children }: LinkScreenProps) => {
  const token = useLinkQuery(path).get('token')
  const { title, text, next } = { title: t('common.linkIsIncomplete'), ...(outcome ?? incomplete) }
  return (
    <AuthLayout>
      {token !== null && outcome === undefined ? (
        children(token)
      ) : (
        <div className={css.form} role="status">
          <Intro title={title}>{text}</Intro>
          <Link to={next.to} className={css.next}>
            {next.label}
          </Link>
        </div>
      )}
    </AuthLayout>
  )
}

type ButtonScreenProps = Pick<LinkScreenProps, 'path'> &
  Omit<LinkPage, 'next'> &
  Record<'button' | 'busyText' | 'failureText', string> & {
    /** Sends the token of the link. */
    onSend: (token: string) => Promise<unknown>
    done: LinkPage
    /** Offered for a link that is incomplete or no longer works. */
    alternative: NextStep
  }

/** The screen of a link that only has a token to send. */
const ButtonScreen = ({ path, done, alternative, onSend, ...form }: ButtonScreenProps) => {
  const [outcome, setOutcome] = useState<LinkPage>()
  const { failure, button } = useFormSubmit(form.failureText)
  const showOver = ({ code, message }: RequestFailed) => {
    if (code !== 'link-over') return
    setOutcome({ title: t('accounts.linkNoLongerWorks'), text: message, next: alternative })
  }
  return (
    <LinkScreen {...{ path, outcome }} incomplete={{ text: t('accounts.openFullLink'), next: alternative }}>
      {(token) => (
        <div className={css.form}>
          <Intro title={form.title}>{form.text}</Intro>
          <Failure text={failure} />
          <Button
            kind="primary"
            size="large"
            wide
            busyText={form.busyText}
            {...button(() => onSend(token).then(() => setOutcome(done)), showOver)}
          >
            {form.button}
          </Button>
        </div>
      )}
    </LinkScreen>
  )
}

/** The target of the link in the email that follows a sign-up. */
export const ConfirmEmailScreen = () => (
  <ButtonScreen
    path={paths.confirmEmail}
    title={t('accounts.confirmYourEmail')}
    text={t('accounts.confirmIntro')}
    button={t('common.confirmEmail')}
    busyText={t('common.confirming')}
    failureText={t('accounts.emailNotConfirmed')}
    onSend={async (token) => {
      await request('POST', '/api/auth/confirm-email', { body: { token }, token: null })
      // The account of a signed-in user has changed.
      void useSession.getState().check()
    }}
    done={{
      title: t('accounts.emailIsConfirmed'),
      text: t('accounts.remindersFromNowOn'),
      next: { label: t('accounts.goToDashboard'), to: paths.dashboard },
    }}
    alternative={{ label: t('accounts.requestNewLinkOnDashboard'), to: paths.dashboard }}
  />
)

/** The target of the unsubscribe link in reminders. Works without a login. */
export const UnsubscribeScreen = () => (
  <ButtonScreen
    path={paths.unsubscribe}
    title={t('accounts.stopReminders')}
    text={t('accounts.stopRemindersIntro')}
    button={t('accounts.unsubscribe')}
    busyText={t('accounts.unsubscribing')}
    failureText={t('accounts.notUnsubscribed')}
    onSend={(token) => request('POST', '/api/reminders/unsubscribe', { query: { token }, token: null })}
    done={{
      title: t('accounts.unsubscribed'),
      text: t('accounts.noMoreReminders'),
      next: { label: t('accounts.goToStartPage'), to: paths.landing },
    }}
    alternative={{ label: t('accounts.goToStartPage'), to: paths.landing }}
  />
)

/** The same screen for admins; only the way back differs. */
export const AdminForgotPasswordScreen = () => <ForgotPasswordScreen logIn={paths.admin.logIn} />

/** Requests the email for a new password. The response does not reveal whether the account exists. `logIn`: the path to go back to. */
export const ForgotPasswordScreen = ({ logIn = paths.logIn }: { logIn?: string }) => {
  const [confirmation, setConfirmation] = useState<string>()
  const form = useForm({
    schema: async () => (await import('@thirty/contracts/accounts/email-links-api.ts')).forgotPasswordRequest,
    defaultValues: { email: useTypedEmail() },
    failureText: t('accounts.emailNotSent'),
    send: (body) => {
      setConfirmation(undefined)
      return request('POST', '/api/auth/forgot-password', { body, token: null })
    },
    onDone: (response) => setConfirmation(serverText(response)),
  })

  return (
    <AuthLayout>
      <form className={css.form} {...form.props}>
        <Intro title={t('common.forgotPasswordAccounts')}>{t('accounts.forgotPasswordIntro')}</Intro>
        <FormMessages form={form} />
        <Success text={confirmation} />
        <Field {...form.text('email')} {...asEmail} label={t('common.email')} icon={<Mail />} />
        <SubmitButton form={form} size="large" wide busyText={t('common.sending')}>
          {confirmation === undefined ? t('accounts.sendLink') : t('common.sendAgain')}
        </SubmitButton>
        <Link to={logIn} state={{ email: form.control('email').value }} className={css.forgot}>
          {t('accounts.backToLogIn')}
        </Link>
      </form>
    </AuthLayout>
  )
}

export const ResetPasswordScreen = () => {
  const [outcome, setOutcome] = useState<LinkPage>()
  const next = { label: t('accounts.requestNewLink'), to: paths.forgotPassword }
  return (
    <LinkScreen
      path={paths.resetPassword}
      incomplete={{ text: t('accounts.openFullLinkOrRequest'), next }}
      outcome={outcome}
    >
      {(token) => <ResetForm token={token} onDone={setOutcome} />}
    </LinkScreen>
  )
}

const ResetForm = ({ token, onDone }: { token: string; onDone: (outcome: LinkPage) => void }) => {
  const form = useForm({
    schema: async () => (await import('../../shared/account/account-schemas.ts')).resetPasswordForm,
    defaultValues: { password: '', confirmPassword: '' },
    failureText: t('common.passwordNotChanged'),
    send: ({ password }) =>
      request('POST', '/api/auth/reset-password', { body: { token, password }, token: null }),
    onDone: ({ isAdmin }) =>
      onDone({
        title: t('accounts.passwordIsSet'),
        text: t('accounts.canLogInNow'),
        next: { label: t('common.logIn'), to: isAdmin ? paths.admin.logIn : paths.logIn },
      }),
  })
  return (
    <form className={css.form} {...form.props}>
      <Intro title={t('common.newPassword')}>{t('accounts.newPasswordIntro')}</Intro>
      <FormMessages form={form}>
        <Link to={paths.forgotPassword}>{t('accounts.requestNewLink')}</Link>
      </FormMessages>
      <NewPasswordFields form={form} placeholder={t('accounts.repeatPassword')} />
      <SubmitButton form={form} size="large" wide busyText={t('common.saving')}>
        {t('accounts.setPassword')}
      </SubmitButton>
    </form>
  )
}
