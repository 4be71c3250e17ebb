// Requests an email with a link, and sets a new password by that link, for participants and for admins. The response to the request does
// not reveal whether the account exists.

import { useState } from 'react'
import { Mail } from 'lucide-react'
import { Link, paths } from '../../shared/navigation/router.ts'
import { useTypedEmail } from '../../shared/account/use-log-in.tsx'
import { request } from '../../shared/http/http.ts'
import { serverText } from '../../shared/i18n/server-text.ts'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { SubmitButton, FormMessages, useForm } from '../../shared/ui/forms/use-form.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { AuthLayout, Intro } from './auth-layout.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './accounts.module.css'
import { useLinkQuery } from '../../shared/navigation/use-link-query.ts'
import { NewPasswordFields } from '../../shared/ui/forms/password-fields.tsx'
import { LinkPage } from './mailed-link-screens.tsx'
import layout from '../../shared/styles/layout.module.css'

/** The same screen for admins; only the way back differs. */
export const AdminForgotPasswordScreen = () => <ForgotPasswordScreen logIn={paths.admin.logIn} />

/** `logIn`: the path to go back to. */
export const ForgotPasswordScreen = ({ logIn = paths.logIn }: { logIn?: string }) => {
  const typedEmail = useTypedEmail()
  const [confirmation, setConfirmation] = useState<string>()
  const form = useForm({
    schema: async () =>
      (await import('@thirty/contracts/accounts/password-reset-api.ts')).forgotPasswordRequest,
    defaultValues: { email: typedEmail },
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
        {confirmation !== undefined && (
          <Banner kind="success" live>
            {confirmation}
          </Banner>
        )}
        <Field
          {...form.text('email')}
          type="email"
          label={t('common.email')}
          icon={<Mail />}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
        />
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
  const token = useLinkQuery(paths.resetPassword).get('token')
  /** Whether the account belongs to an admin; undefined until the password is set. */
  const [isAdmin, setIsAdmin] = useState<boolean>()
  return (
    <AuthLayout>
      {isAdmin !== undefined ? (
        <LinkPage
          title={t('accounts.passwordIsSet')}
          text={t('accounts.canLogInNow')}
          next={{ label: t('common.logIn'), to: isAdmin ? paths.admin.logIn : paths.logIn }}
        />
      ) : token === null ? (
        <LinkPage
          title={t('common.linkIsIncomplete')}
          text={t('accounts.openFullLinkOrRequest')}
          next={{ label: t('accounts.requestNewLink'), to: paths.forgotPassword }}
        />
      ) : (
        <ResetForm token={token} onDone={setIsAdmin} />
      )}
    </AuthLayout>
  )
}

type ResetFormProps = { token: string; onDone: (isAdmin: boolean) => void }

const ResetForm = ({ token, onDone }: ResetFormProps) => {
  const form = useForm({
    schema: async () => (await import('./form-schemas.ts')).resetPasswordForm,
    defaultValues: { password: '', confirmPassword: '' },
    failureText: t('common.passwordNotChanged'),
    send: ({ password }) =>
      request('POST', '/api/auth/reset-password', { body: { token, password }, token: null }),
    onDone: ({ isAdmin }) => onDone(isAdmin),
  })

  return (
    <form className={css.form} {...form.props}>
      <Intro title={t('common.newPassword')}>{t('accounts.newPasswordIntro')}</Intro>
      <FormMessages form={form}>
        <Link to={paths.forgotPassword}>{t('accounts.requestNewLink')}</Link>
      </FormMessages>
      <NewPasswordFields
        form={form}
        passwordClassName={layout.stack12}
        placeholder={t('accounts.repeatPassword')}
        icon={null}
      />
      <SubmitButton form={form} size="large" wide busyText={t('common.saving')}>
        {t('accounts.setPassword')}
      </SubmitButton>
    </form>
  )
}
