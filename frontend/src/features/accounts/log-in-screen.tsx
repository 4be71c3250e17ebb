// The login of participants, its second step, and why it is shown, such as a failed social sign-in. With `?signup=true`, which the links of
// the product have, the sign-up; `/signup` shows the same. After signing in, the guard of the route redirects.

import { formatSignInError } from '@thirty/contracts/accounts/social-sign-in.ts'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { requestedPath } from '../../shared/navigation/requested-path.ts'
import { typedEmailState } from '../../shared/account/typed-email.ts'
import { LogInFields, useLogIn, type SecondFactor } from '../../shared/account/use-log-in.tsx'
import { useSession } from '../../shared/session/session.ts'
import { ButtonLink } from '../../shared/ui/controls/button-link.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { FormMessages } from '../../shared/ui/forms/form-messages.tsx'
import { SubmitButton } from '../../shared/ui/forms/submit-button.tsx'
import { AuthLayout } from './auth-layout.tsx'
import { limitMessageIn } from './limit-message.ts'
import { SecondStep } from './second-step.tsx'
import { SignUpScreen } from './sign-up-screen.tsx'
import { SocialSignInLinks } from './social-sign-in-links.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './accounts.module.css'

export const LogInScreen = () => {
  const [query] = useSearchParams()
  const signIn = useSession((store) => store.signIn)
  const [secondFactor, setSecondFactor] = useState<SecondFactor>()
  const isSignUp = query.get('signup') === 'true'
  usePageTitle(isSignUp ? t('common.signUp') : undefined)
  if (isSignUp) return <SignUpScreen />
  if (secondFactor !== undefined)
    return (
      <SecondStep
        {...secondFactor}
        onSignedIn={(response) => signIn('user', response)}
        onStartAgain={() => setSecondFactor(undefined)}
      />
    )
  return (
    <AuthLayout>
      <LogInForm onSecondFactor={setSecondFactor} />
    </AuthLayout>
  )
}

const LogInForm = ({ onSecondFactor }: { onSecondFactor: (needed: SecondFactor) => void }) => {
  const signIn = useSession((store) => store.signIn)
  const form = useLogIn({
    failureText: t('accounts.logInFailed'),
    onSignedIn: (response) => signIn('user', response),
    onSecondFactor,
  })
  return (
    <form className={css.form} {...form.props}>
      <div className={css.intro}>
        <h1>{t('common.logIn')}</h1>
        <p>
          {t.rich('accounts.newHere', { link: (text) => <Link to={paths.signUpOnLogInPage}>{text}</Link> })}
        </p>
      </div>
      {form.failure === undefined && <Notice />}
      <FormMessages form={form} />
      <LogInFields form={form} />
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

/** Why the login is shown, above the form before its first attempt. */
const Notice = () => {
  const [query] = useSearchParams()
  const { state } = useLocation()
  const hasSessionEnded = useSession(
    ({ session }) => session.kind === 'visitor' && session.lastSession === 'ended',
  )
  // The URL has an error code, never a text: a link must not be able to show its own text here.
  const error = query.get('error')
  if (error !== null)
    return (
      <Banner
        kind="danger"
        action={
          error === 'admin-account' && (
            <ButtonLink to={paths.admin.logIn} size="small">
              {t('accounts.adminLogIn')}
            </ButtonLink>
          )
        }
        live
      >
        {limitMessageIn(state) ?? formatSignInError(error, query.get('wait')).message}
      </Banner>
    )
  const isForProfile = requestedPath(state)?.startsWith(paths.person('')) === true
  return (
    (hasSessionEnded || isForProfile) && (
      <Banner kind="info" live>
        {t(hasSessionEnded ? 'accounts.sessionEnded' : 'accounts.profilesAreForMembers')}
      </Banner>
    )
  )
}
