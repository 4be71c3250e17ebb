// The frame of the screens of admins outside the admin area, a card on the dark background, and two of them: the login, by password with
// its second step or by passkey, which refuses accounts without admin rights; and what replaces the admin area while the account is
// pending. After signing in, the guard of the route redirects.

import type { SignedInResponse } from '@thirty/contracts/accounts/api.ts'
import { pendingAccountText } from '@thirty/contracts/endpoints/access.ts'
import { type ReactNode, useState } from 'react'
import { Link, paths } from '../../shared/navigation/router.ts'
import { plannedDays } from '../../shared/challenge/day-marks.ts'
import { LateNotice } from '../../shared/ui/feedback/late-notice.tsx'
import { request } from '../../shared/http/http.ts'
import { liveData, useLiveData } from '../../shared/live/live-data.ts'
import { ThirtyBarsBackdrop } from '../../shared/charts/days/thirty-bars-backdrop.tsx'
import { SlantedBadge } from '../../shared/ui/display/badge.tsx'
import { Logo } from '../../shared/ui/brand/logo.tsx'
import { PasskeyLogin } from '../../shared/second-step/passkeys.tsx'
import { SecondStepForm } from '../../shared/second-step/second-step-form.tsx'
import { useSession } from '../../shared/session/session.ts'
import {
  typedEmailState,
  LogInFields,
  useLogIn,
  type SecondFactor,
} from '../../shared/account/account-fields.tsx'
import { SubmitButton, FormMessages } from '../../shared/ui/forms/use-form.tsx'
import { useFormSubmit } from '../../shared/ui/forms/use-form-submit.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './admin-accounts.module.css'
import layout from '../../shared/styles/layout.module.css'

/** The day of the challenge; screens with a session have `useCurrentDay`. Asks the showcase endpoint, because visitors may call it. */
const currentDay = liveData({
  load: async (_key: undefined, signal) =>
    (await request('GET', '/api/leaderboard/showcase', { token: null, signal })).day,
  isFinal: () => true,
})

export const AdminAuthLayout = ({ title, children }: { title: string; children: ReactNode }) => {
  const { data: day = 1 } = useLiveData(currentDay)
  return (
    <div className={css.frame} data-field>
      <header className={css.head}>
        <Link to={paths.landing} className={css.home} aria-label={t('common.thirtyStartPage')}>
          <Logo />
        </Link>
      </header>
      <main id="main" className={css.main}>
        <LateNotice />
        <div className={css.card} data-plain>
          <div className={css.intro}>
            <SlantedBadge tone="primary">{t('common.admin')}</SlantedBadge>
            <h1>{title}</h1>
          </div>
          {children}
        </div>
      </main>
      <div className={css.bars}>
        <ThirtyBarsBackdrop days={plannedDays(day)} height={210} dim />
      </div>
    </div>
  )
}

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

/** Replaces the admin area for an admin whose account is pending, and who has no admin rights. */
export const PendingAdminScreen = () => {
  const { check, logOut } = useSession()
  const { button } = useFormSubmit('')
  return (
    <AdminAuthLayout title={pendingAccountText.message}>
      <div className={layout.stack20}>
        <p>{t('adminAccounts.pendingText')}</p>
        <Button kind="primary" size="large" wide busyText={t('common.checking')} {...button(check)}>
          {t('common.checkAgain')}
        </Button>
        <Button size="large" wide onClick={logOut}>
          {t('common.logOut')}
        </Button>
      </div>
    </AdminAuthLayout>
  )
}
