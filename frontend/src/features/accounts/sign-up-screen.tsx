// The sign-up of participants, also shown at `/login?signup=true`, inside the screen of the login.

import { request } from '../../shared/http/http.ts'
import { useSession } from '../../shared/session/session.ts'
import { AuthLayout } from './auth-layout.tsx'
import { Link } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { SignUpEmailField } from '../../shared/account/sign-up-email-field.tsx'
import { SubmitButton } from '../../shared/ui/forms/submit-button.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { FormMessages } from '../../shared/ui/forms/form-messages.tsx'
import { NewPasswordFields } from '../../shared/ui/forms/new-password-fields.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { SocialSignInLinks } from './social-sign-in-links.tsx'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './accounts.module.css'

const defaultValues = { fullName: '', username: '', email: '', password: '', confirmPassword: '' }

/** The sign-up of participants; that of admins has `admin-accounts/admin-sign-up-form.tsx`. */
export const SignUpScreen = () => {
  const signIn = useSession((store) => store.signIn)
  const form = useForm({
    schema: async () => (await import('./form-schemas.ts')).signUpForm,
    defaultValues,
    failureText: t('accounts.signUpFailed'),
    send: (body) => request('POST', '/api/auth/signup', { body, area: 'none' }),
    onDone: (response) => signIn('user', response),
  })
  return (
    <AuthLayout>
      <form className={css.form} {...form.props}>
        <div className={css.intro}>
          <h1>{t('common.joinTheChallenge')}</h1>
          <p>{t.rich('accounts.haveAnAccount', { link: (text) => <Link to={paths.logIn}>{text}</Link> })}</p>
        </div>
        <SocialSignInLinks position="above-form" />
        <FormMessages form={form} />
        <Field {...form.text('fullName')} label={t('common.fullName')} autoComplete="name" maxLength={120} />
        <Field
          {...form.text('username')}
          label={t('common.username')}
          optional
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <SignUpEmailField form={form} logIn={paths.logIn} forgotPassword={paths.forgotPassword} />
        <NewPasswordFields
          form={form}
          passwordClassName={layout.stack12}
          placeholder={t('accounts.repeatPassword')}
          iconHidden
        />
        <SubmitButton form={form} size="large" wide busyText={t('accounts.creatingAccount')}>
          {t('common.signUp')}
        </SubmitButton>
      </form>
    </AuthLayout>
  )
}
