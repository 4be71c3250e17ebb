// Requests an email with a link to `reset-password-screen.tsx`, for participants and for admins. The response does not reveal whether the
// account exists.

import { useState } from 'react'
import { Mail } from 'lucide-react'
import { Link } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useTypedEmail } from '../../shared/account/typed-email.ts'
import { request } from '../../shared/http/http.ts'
import { serverText } from '../../shared/i18n/server-text.ts'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { SubmitButton } from '../../shared/ui/forms/submit-button.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { FormMessages } from '../../shared/ui/forms/form-messages.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { AuthLayout } from './auth-layout.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './accounts.module.css'

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
      return request('POST', '/api/auth/forgot-password', { body, area: 'none' })
    },
    onDone: (response) => setConfirmation(serverText(response)),
  })

  return (
    <AuthLayout>
      <form className={css.form} {...form.props}>
        <div className={css.intro}>
          <h1>{t('common.forgotPasswordAccounts')}</h1>
          <p>{t('accounts.forgotPasswordIntro')}</p>
        </div>
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
