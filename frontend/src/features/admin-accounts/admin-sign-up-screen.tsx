// Sign-up of an admin with the registration key of this installation. Invited admins sign up in `invitation-screen.tsx`, with the same
// form, but without the key.

import { AtSign, KeyRound, Mail, User } from 'lucide-react'
import { Link, paths } from '../../shared/navigation/router.ts'
import { request } from '../../shared/http/http.ts'
import { useSession } from '../../shared/session/session.ts'
import { useForm, type Form, FormMessages, SubmitButton } from '../../shared/ui/forms/use-form.tsx'
import { t } from '../../shared/i18n/t.ts'
import { SignUpEmailField } from '../../shared/account/sign-up-email-field.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { NewPasswordFields } from '../../shared/ui/forms/password-fields.tsx'
import { AdminAuthLayout } from './admin-auth-layout.tsx'
import type { AdminSignUpValues } from './form-schemas.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './admin-auth-layout.module.css'

export const AdminSignUpScreen = () => {
  const signIn = useSession((store) => store.signIn)
  const form = useForm({
    schema: async () => (await import('./form-schemas.ts')).adminSignUpForm,
    defaultValues: emptySignUp,
    failureText: t('adminAccounts.registrationFailed'),
    send: (body) => request('POST', '/api/auth/admin-signup', { body, token: null }),
    onDone: (response) => signIn('admin', response),
  })

  return (
    <AdminAuthLayout title={t('adminAccounts.register')}>
      <AdminSignUpForm
        form={form}
        submitLabel={t('adminAccounts.register')}
        busyText={t('adminAccounts.registering')}
      />
      <p className={css.foot}>
        <Link to={paths.admin.logIn}>{t('adminAccounts.logInAsAdmin')}</Link>
        <Link to={paths.logIn}>{t('adminAccounts.participantLogIn')}</Link>
      </p>
    </AdminAuthLayout>
  )
}

const rawTextProps = { autoCapitalize: 'none', spellCheck: false } as const

export const emptySignUp: AdminSignUpValues = {
  fullName: '',
  username: '',
  email: '',
  password: '',
  confirmPassword: '',
  adminKey: '',
}

/** `hasKey`: whether it asks for the registration key. */
type SignUpFormProps = {
  form: Form<AdminSignUpValues>
  hasKey?: boolean
  submitLabel: string
  busyText: string
}

/** The form of both sign-ups of admins. Their schemas, such as `adminSignUpForm`, are in `form-schemas.ts`. */
export const AdminSignUpForm = ({ form, hasKey = true, submitLabel, busyText }: SignUpFormProps) => (
  <form className={layout.stack20} {...form.props}>
    <FormMessages form={form} />
    <Field
      {...form.text('fullName')}
      label={t('common.fullName')}
      icon={<User />}
      autoComplete="name"
      maxLength={120}
    />
    <Field
      {...form.text('username')}
      label={t('common.username')}
      icon={<AtSign />}
      autoComplete="username"
      {...rawTextProps}
    />
    <SignUpEmailField
      form={form}
      icon={<Mail />}
      logIn={paths.admin.logIn}
      forgotPassword={paths.admin.forgotPassword}
    />
    <NewPasswordFields form={form} passwordClassName={css.pair} />
    {hasKey && (
      <Field
        {...form.text('adminKey')}
        label={t('adminAccounts.adminKey')}
        icon={<KeyRound />}
        autoComplete="off"
        {...rawTextProps}
        hint={t('adminAccounts.adminKeyHint')}
      />
    )}
    <SubmitButton form={form} size="large" wide busyText={busyText}>
      {submitLabel}
    </SubmitButton>
  </form>
)
