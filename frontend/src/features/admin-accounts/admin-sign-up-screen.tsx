// Sign-up of an admin with the registration key of this installation. Invited admins sign up in `invited-sign-up.tsx`, without it.

import { Link } from '../../shared/navigation/router.ts'
import { request } from '../../shared/http/http.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useSession } from '../../shared/session/session.ts'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { AdminAuthLayout } from './admin-auth-layout.tsx'
import { AdminSignUpForm, emptySignUp } from './admin-sign-up-form.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './admin-auth-layout.module.css'

export const AdminSignUpScreen = () => {
  const signIn = useSession((store) => store.signIn)
  const form = useForm({
    schema: async () => (await import('./form-schemas.ts')).adminSignUpForm,
    defaultValues: emptySignUp,
    failureText: t('adminAccounts.registrationFailed'),
    send: (body) => request('POST', '/api/auth/admin-signup', { body, area: 'none' }),
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
