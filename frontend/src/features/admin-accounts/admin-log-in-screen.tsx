// The login form for admins. After the login, the guard of the route redirects.

import type { SignedInResponse } from '@thirty/contracts/accounts/api.ts'
import type { SecondFactorNeeded } from '@thirty/contracts/accounts/two-factor-api.ts'
import { User } from 'lucide-react'
import { useState } from 'react'
import { Link } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { PasskeyLogin } from '../../shared/second-step/passkey-login.tsx'
import { SecondStepForm } from '../../shared/second-step/second-step-form.tsx'
import { useSession } from '../../shared/session/session.ts'
import { typedEmailState, useTypedEmail } from '../../shared/account/typed-email.ts'
import { SubmitButton } from '../../shared/ui/forms/submit-button.tsx'
import { Field } from '../../shared/ui/forms/field.tsx'
import { FormMessages } from '../../shared/ui/forms/form-messages.tsx'
import { PasswordField } from '../../shared/ui/forms/password-field.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { AdminAuthLayout } from './admin-auth-layout.tsx'
import { logIn } from './api.ts'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './admin-auth-layout.module.css'

export const AdminLogInScreen = () => {
  const signIn = useSession((store) => store.signIn)
  const [secondFactor, setSecondFactor] = useState<SecondFactorNeeded['secondFactor']>()
  const form = useForm({
    schema: async () => (await import('@thirty/contracts/accounts/api.ts')).logInRequest,
    defaultValues: { emailOrUsername: useTypedEmail(), password: '' },
    failureText: t('common.logInFailed'),
    send: logIn,
    onDone: (response) => ('user' in response ? enter(response) : setSecondFactor(response.secondFactor)),
  })
  const enter = (response: SignedInResponse) => {
    setSecondFactor(undefined)
    if (response.user.isAdmin) signIn('admin', response)
    else form.setFailure(t('adminAccounts.noAdminRights'))
  }

  if (secondFactor !== undefined)
    return (
      <AdminAuthLayout title={t('common.secondStep')}>
        <SecondStepForm
          {...secondFactor}
          onSignedIn={enter}
          onStartAgain={() => setSecondFactor(undefined)}
        />
      </AdminAuthLayout>
    )

  return (
    <AdminAuthLayout title={t('common.logIn')}>
      <form className={layout.stack20} {...form.props}>
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
        <SubmitButton form={form} size="large" wide busyText={t('common.loggingIn')}>
          {t('common.logIn')}
        </SubmitButton>
      </form>
      <PasskeyLogin onSignedIn={enter} />
      <p className={css.foot}>
        <Link to={paths.admin.forgotPassword} state={typedEmailState(form.control('emailOrUsername').value)}>
          {t('common.forgotPassword')}
        </Link>
        <Link to={paths.admin.signUp}>{t('adminAccounts.registerWithKey')}</Link>
        <Link to={paths.logIn}>{t('adminAccounts.participantLogIn')}</Link>
      </p>
    </AdminAuthLayout>
  )
}
