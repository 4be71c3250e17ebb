// The form of the login, of participants and of admins.

import type { SignedInResponse } from '@thirty/contracts/accounts/api.ts'
import type { SecondFactorNeeded } from '@thirty/contracts/accounts/two-factor-api.ts'
import { User } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { typedEmailState, useTypedEmail } from '../../shared/account/typed-email.ts'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { SubmitButton } from '../../shared/ui/forms/submit-button.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { FormMessages } from '../../shared/ui/forms/form-messages.tsx'
import { PasswordField } from '../../shared/ui/forms/password-field.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { logIn } from './api.ts'
import { SocialSignInLinks } from './social-sign-in-links.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './accounts.module.css'

export type LogInFormProps = {
  /** A message above the form before its first attempt, e.g. that the session has ended. */
  notice?: { kind: 'info' | 'danger'; text: string; wayOn?: ReactNode } | undefined
  onSignedIn: (response: SignedInResponse) => void
  /** Called instead if the account needs a second factor. */
  onSecondFactor: (needed: SecondFactorNeeded['secondFactor']) => void
}

export const LogInForm = ({ notice, onSignedIn, onSecondFactor }: LogInFormProps) => {
  const form = useForm({
    schema: async () => (await import('@thirty/contracts/accounts/api.ts')).logInRequest,
    defaultValues: { emailOrUsername: useTypedEmail(), password: '' },
    failureText: t('accounts.logInFailed'),
    send: logIn,
    onDone: (response) => ('user' in response ? onSignedIn(response) : onSecondFactor(response.secondFactor)),
  })
  return (
    <form className={css.form} {...form.props}>
      <div className={css.intro}>
        <h1>{t('common.logIn')}</h1>
        <p>
          {t.rich('accounts.newHere', { link: (text) => <Link to={paths.signUpOnLogInPage}>{text}</Link> })}
        </p>
      </div>
      {notice && form.failure === undefined && (
        <Banner kind={notice.kind} action={notice.wayOn} live>
          {notice.text}
        </Banner>
      )}
      <FormMessages form={form} />
      <Field
        {...form.text('emailOrUsername')}
        label={t('common.emailOrUsername')}
        icon={<User />}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField {...form.text('password')} autoComplete="current-password" />
      <Link
        to={paths.forgotPassword}
        state={typedEmailState(form.control('emailOrUsername').value)}
        className={css.forgot}
      >
        {t('common.forgotPassword')}
      </Link>
      <SubmitButton form={form} size="large" wide busyText={t('common.loggingIn')}>
        {t('common.logIn')}
      </SubmitButton>
      <SocialSignInLinks position="below-form" />
    </form>
  )
}
