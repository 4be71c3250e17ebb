// The login of participants, its second step, and why it is shown, such as a failed social sign-in; their sign-up; and the links to GitHub
// and Google on both. The sign-up has the address `/signup`, and links of the product lead to it at `/login?signup=true`. After signing in,
// the guard of the route redirects.

import { formatSignInError, providerNames, signInUrl } from '@thirty/contracts/accounts/social-sign-in.ts'
import { useState, type ComponentProps, type ReactNode } from 'react'
import {
  Link,
  useLocation,
  useSearchParams,
  paths,
  usePageTitle,
  requestedPath,
} from '../../shared/navigation/router.ts'
import {
  typedEmailState,
  LogInFields,
  useLogIn,
  type SecondFactor,
  SignUpEmailField,
} from '../../shared/account/account-fields.tsx'
import { useSession } from '../../shared/session/session.ts'
import { ButtonLink, ButtonAnchor } from '../../shared/ui/controls/button.tsx'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { FormMessages, SubmitButton, useForm } from '../../shared/ui/forms/use-form.tsx'
import { AuthLayout, Intro } from './auth-layout.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './accounts.module.css'
import { request } from '../../shared/http/http.ts'
import { Field } from '../../shared/ui/forms/field.tsx'
import { NewPasswordFields } from '../../shared/ui/forms/password-fields.tsx'
import layout from '../../shared/styles/layout.module.css'
import { SecondStepForm } from '../../shared/second-step/second-step-form.tsx'
import type { SignInProvider } from '@thirty/contracts/accounts/social-sign-in-api.ts'
import { safeReturnPath } from '@thirty/contracts/accounts/return-path.ts'
import { liveData, useLiveData } from '../../shared/live/live-data.ts'
import { GitHubIcon, GoogleIcon } from '../../shared/ui/brand/brand-icons.tsx'

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
      <Intro title={t('common.logIn')}>
        {t.rich('accounts.newHere', { link: (text) => <Link to={paths.signUpOnLogInPage}>{text}</Link> })}
      </Intro>
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

const defaultValues = { fullName: '', username: '', email: '', password: '', confirmPassword: '' }

/** The sign-up of participants; that of admins has `admin-accounts/admin-sign-up-screens.tsx`. */
export const SignUpScreen = () => {
  const signIn = useSession((store) => store.signIn)
  const form = useForm({
    schema: async () => (await import('./form-schemas.ts')).signUpForm,
    defaultValues,
    failureText: t('accounts.signUpFailed'),
    send: (body) => request('POST', '/api/auth/signup', { body, token: null }),
    onDone: (response) => signIn('user', response),
  })
  return (
    <AuthLayout>
      <form className={css.form} {...form.props}>
        <Intro title={t('common.joinTheChallenge')}>
          {t.rich('accounts.haveAnAccount', { link: (text) => <Link to={paths.logIn}>{text}</Link> })}
        </Intro>
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
          icon={null}
        />
        <SubmitButton form={form} size="large" wide busyText={t('accounts.creatingAccount')}>
          {t('common.signUp')}
        </SubmitButton>
      </form>
    </AuthLayout>
  )
}

/** The second step of a login on the screens of participants. */
export const SecondStep = (props: ComponentProps<typeof SecondStepForm>) => (
  <AuthLayout>
    <div className={css.form}>
      <Intro title={t('common.secondStep')} />
      <SecondStepForm {...props} />
    </div>
  </AuthLayout>
)

/**
 * Returns the server's text when the last step of a social sign-in was refused for too many attempts: why, and when to try again. The
 * screen of that step puts it into the state of the history, which no link can set.
 */
function limitMessageIn(state: unknown): string | undefined {
  const { limitMessage } = Object(state) as { limitMessage?: unknown }
  return typeof limitMessage === 'string' ? limitMessage : undefined
}

const icons: Record<SignInProvider, ReactNode> = { github: <GitHubIcon />, google: <GoogleIcon /> }

/** The social sign-in providers that the server has configured. */
const signInProviders = liveData<readonly SignInProvider[]>({
  load: async (_key, signal) =>
    (await request('GET', '/api/auth/providers', { token: null, signal })).providers,
  isAlwaysFresh: true,
})

/**
 * Links to the identity providers of this installation. They end an earlier session. Renders nothing if there are none or if loading failed.
 */
const SocialSignInLinks = ({ position }: { position: 'above-form' | 'below-form' }) => {
  const { data: configured = [] } = useLiveData(signInProviders)
  const logOut = useSession((store) => store.logOut)
  const redirect = safeReturnPath(requestedPath(useLocation().state))
  if (configured.length === 0) return null
  return (
    <div className={layout.stack20}>
      {position === 'below-form' && <p className={css.or}>{t('accounts.orContinueWith')}</p>}
      <div className={css.providers}>
        {configured.map((provider) => (
          <ButtonAnchor
            key={provider}
            href={signInUrl(provider, redirect)}
            icon={icons[provider]}
            size="large"
            wide
            // Ends an earlier session first, so that its token cannot mix with the new one.
            onClick={logOut}
          >
            {providerNames[provider]}
          </ButtonAnchor>
        ))}
      </div>
      {position === 'above-form' && <p className={css.or}>{t('accounts.orWithEmail')}</p>}
    </div>
  )
}
