import { Link } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useSession } from '../../shared/session/session.ts'
import { SubmitButton } from '../../shared/ui/forms/submit-button.tsx'
import { FormMessages } from '../../shared/ui/forms/form-messages.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { AdminAuthLayout } from './admin-auth-layout.tsx'
import { signUp } from './api.ts'
import { SignUpFields } from './sign-up-fields.tsx'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './admin-auth-layout.module.css'

const defaultValues = {
  fullName: '',
  username: '',
  email: '',
  password: '',
  confirmPassword: '',
  adminKey: '',
}

/** Sign-up of an admin with the registration key of this installation. Invited admins sign up in `invited-sign-up.tsx`, without it. */
export const AdminSignUpScreen = () => {
  const signIn = useSession((store) => store.signIn)
  const form = useForm({
    schema: async () => (await import('./form-schemas.ts')).adminSignUpForm,
    defaultValues,
    failureText: t('adminAccounts.registrationFailed'),
    send: signUp,
    onDone: (response) => signIn('admin', response),
  })

  return (
    <AdminAuthLayout title={t('adminAccounts.register')}>
      <form className={layout.stack20} {...form.props}>
        <FormMessages form={form} />
        <SignUpFields form={form} />
        <SubmitButton form={form} size="large" wide busyText={t('adminAccounts.registering')}>
          {t('adminAccounts.register')}
        </SubmitButton>
      </form>
      <p className={css.foot}>
        <Link to={paths.admin.logIn}>{t('adminAccounts.logInAsAdmin')}</Link>
        <Link to={paths.logIn}>{t('adminAccounts.participantLogIn')}</Link>
      </p>
    </AdminAuthLayout>
  )
}
