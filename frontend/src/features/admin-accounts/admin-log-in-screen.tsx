// The login of admins, by password or passkey, and its second step. After signing in, the guard of the route redirects.

import type { SignedInResponse } from '@thirty/contracts/accounts/api.ts'
import { useState } from 'react'
import { Link, paths } from '../../shared/navigation/router.ts'
import { PasskeyLogin } from '../../shared/second-step/passkeys.tsx'
import { SecondStepForm } from '../../shared/second-step/second-step-form.tsx'
import { useSession } from '../../shared/session/session.ts'
import {
  typedEmailState,
  LogInFields,
  useLogIn,
  type SecondFactor,
} from '../../shared/account/use-log-in.tsx'
import { SubmitButton, FormMessages } from '../../shared/ui/forms/use-form.tsx'
import { AdminAuthLayout } from './admin-auth-layout.tsx'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './admin-auth-layout.module.css'

export const AdminLogInScreen = () => {
  const signIn = useSession((store) => store.signIn)
  const [secondFactor, setSecondFactor] = useState<SecondFactor>()
  const form = useLogIn({
    failureText: t('common.logInFailed'),
    onSignedIn: (response) => enter(response),
    onSecondFactor: setSecondFactor,
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
        <LogInFields form={form} />
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
