// The login of participants, its second step, and why it is shown, such as a failed social sign-in; their sign-up; the links to GitHub and
// Google on both; and the last screens of a social sign-in. The sign-up has the address `/signup`, and links of the product lead to it at
// `/login?signup=true`. After signing in, the guard of the route redirects.

import {
  formatSignInError,
  providerNames,
  signInUrl,
  type SignInErrorCode,
} from '@thirty/contracts/accounts/social-sign-in.ts'
import type { MeResponse, SignedInResponse } from '@thirty/contracts/accounts/api.ts'
import type { SignInProvider } from '@thirty/contracts/accounts/social-sign-in-api.ts'
import { safeReturnPath } from '@thirty/contracts/accounts/return-path.ts'
import { useEffect, useState, type ComponentProps, type ReactNode } from 'react'
import {
  emptySignUp,
  typedEmailState,
  LogInFields,
  useLogIn,
  type SecondFactor,
  SignUpFields,
} from '../../shared/account/account-fields.tsx'
import { request } from '../../shared/http/http.ts'
import { errorMessage, RequestFailed } from '../../shared/http/request-failed.ts'
import { t } from '../../shared/i18n/t.ts'
import { liveData, useLiveData } from '../../shared/live/live-data.ts'
import {
  Link,
  useLocation,
  useNavigate,
  useSearchParams,
  paths,
  usePageTitle,
  requestedPath,
  textIn,
} from '../../shared/navigation/router.ts'
import { useLinkQuery } from '../../shared/navigation/use-link-query.ts'
import { SecondStepForm } from '../../shared/second-step/second-factors.tsx'
import { useSession } from '../../shared/session/session.ts'
import { PageLoader } from '../../shared/ui/brand/logo.tsx'
import { ButtonAnchor } from '../../shared/ui/controls/button.tsx'
import { Banner } from '../../shared/ui/display/surfaces.tsx'
import { ErrorState } from '../../shared/ui/feedback/error-state.tsx'
import { FormMessages, SubmitButton, useForm } from '../../shared/ui/forms/use-form.tsx'
import { AuthLayout, Intro } from './auth-layout.tsx'
import layout from '../../shared/styles/layout.module.css'
import css from './accounts.module.css'

export const LogInScreen = () => {
  const [query] = useSearchParams()
  const [secondFactor, setSecondFactor] = useState<SecondFactor>()
  const isSignUp = query.get('signup') === 'true'
  usePageTitle(isSignUp ? t('common.signUp') : undefined)
  if (isSignUp) return <SignUpScreen />
  if (secondFactor !== undefined)
    return <SecondStep {...secondFactor} onSignedIn={enter} onStartAgain={() => setSecondFactor(undefined)} />
  return (
    <AuthLayout>
      <LogInForm onSecondFactor={setSecondFactor} />
    </AuthLayout>
  )
}

const enter = (response: Pick<SignedInResponse, 'user'>) => useSession.getState().signIn('user', response)

const LogInForm = ({ onSecondFactor }: { onSecondFactor: (needed: SecondFactor) => void }) => {
  const form = useLogIn({ failureText: t('accounts.logInFailed'), onSignedIn: enter, onSecondFactor })
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
        link={error === 'admin-account' && { to: paths.admin.logIn, children: t('accounts.adminLogIn') }}
        live
      >
        {textIn(state, 'limitMessage') ?? formatSignInError(error, query.get('wait')).message}
      </Banner>
    )
  const isForProfile = requestedPath(state)?.startsWith(paths.person('')) === true
  return (
    <Banner kind="info" live>
      {hasSessionEnded ? t('accounts.sessionEnded') : isForProfile && t('accounts.profilesAreForMembers')}
    </Banner>
  )
}

/** The sign-up of participants. Admins have their own in `admin-accounts/admin-account-screens.tsx`. */
export const SignUpScreen = () => {
  const form = useForm({
    schema: async () => (await import('../../shared/account/account-schemas.ts')).signUpForm,
    defaultValues: emptySignUp,
    failureText: t('accounts.signUpFailed'),
    send: (body) => request('POST', '/api/auth/signup', { body, token: null }),
    onDone: enter,
  })
  return (
    <AuthLayout>
      <form className={css.form} {...form.props}>
        <Intro title={t('common.joinTheChallenge')}>
          {t.rich('accounts.haveAnAccount', { link: (text) => <Link to={paths.logIn}>{text}</Link> })}
        </Intro>
        <SocialSignInLinks position="above-form" />
        <FormMessages form={form} />
        <SignUpFields form={form} />
        <SubmitButton form={form} size="large" wide busyText={t('accounts.creatingAccount')}>
          {t('common.signUp')}
        </SubmitButton>
      </form>
    </AuthLayout>
  )
}

const SecondStep = (props: ComponentProps<typeof SecondStepForm>) => (
  <AuthLayout>
    <div className={css.form}>
      <Intro title={t('common.secondStep')} />
      <SecondStepForm {...props} />
    </div>
  </AuthLayout>
)

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
            onClick={() => useSession.getState().logOut()}
          >
            {providerNames[provider]}
          </ButtonAnchor>
        ))}
      </div>
      {position === 'above-form' && <p className={css.or}>{t('accounts.orWithEmail')}</p>}
    </div>
  )
}

/**
 * Exchanges the one-time token in the URL for a session, and tries again while the server is away. It leads to the requested page, or to the
 * login with the reason.
 */
export const SocialSignInCallbackScreen = () => {
  const navigate = useNavigate()
  const query = useLinkQuery(paths.socialSignInCallback)
  const oneTimeToken = query.get('token')
  const redirect = safeReturnPath(query.get('redirect'))

  useEffect(() => {
    // After too many attempts the server says why, and when to try again.
    const fail = (code: SignInErrorCode, limitMessage?: string) =>
      navigate(`${paths.logIn}?error=${code}`, { replace: true, state: { limitMessage } })
    const finish = async () => {
      if (oneTimeToken === null) return fail('missing-token')
      try {
        const { user } = await exchangeOnce(oneTimeToken)
        const { token } = user
        if (token === undefined) return await fail('failed')
        enter({ user: { ...user, token } })
        return await navigate(redirect, { replace: true })
      } catch (error) {
        const code = errorCodeOf(error)
        return fail(code, code === 'too-many' ? errorMessage(error, '') : undefined)
      }
    }
    void finish()
  }, [oneTimeToken, redirect, navigate])

  return <PageLoader text={t('accounts.completingSignIn')} />
}

/** The exchange of each token. StrictMode mounts the screen twice, but a token can be exchanged only once. */
const exchanges = new Map<string, Promise<MeResponse>>()

function exchangeOnce(oneTimeToken: string): Promise<MeResponse> {
  const exchange = exchanges.get(oneTimeToken) ?? exchangeWithRetries(oneTimeToken)
  exchanges.set(oneTimeToken, exchange)
  return exchange
}

/** Delays between attempts, in milliseconds. Their sum is less than the minute for which a token is valid. */
const retryDelaysMs = [1_000, 2_000, 4_000, 8_000, 15_000, 15_000]

/** Retries while the server is starting or unreachable. The server uses up a token only when the exchange succeeds. */
async function exchangeWithRetries(token: string, [delayMs, ...later] = retryDelaysMs): Promise<MeResponse> {
  try {
    return await request('GET', '/api/auth/me', { token })
  } catch (error) {
    const isTemporary = error instanceof RequestFailed && (error.status === 0 || error.status >= 500)
    if (!isTemporary || delayMs === undefined) throw error
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    return exchangeWithRetries(token, later)
  }
}

function errorCodeOf(error: unknown): SignInErrorCode {
  if (!(error instanceof RequestFailed)) return 'failed'
  if (error.code === 'account-inactive' || error.code === 'too-many') return error.code
  return error.status === 401 ? 'failed' : 'away'
}

/** The second factors that complete the login of a token. */
const secondFactors = liveData({
  load: (token: string, signal) =>
    request('POST', '/api/auth/login/second-factor/options', { body: { token }, token: null, signal }),
  isAlwaysFresh: true,
  failedText: t('accounts.logInFailed'),
})

/** The second step after a social sign-in of an account with a second factor. */
export const SocialSecondStepScreen = () => {
  const navigate = useNavigate()
  const query = useLinkQuery(paths.socialSecondStep)
  const token = query.get('token') ?? ''
  const view = useLiveData(secondFactors, token)
  const startAgain = () => void navigate(paths.logIn, { replace: true })
  if (view.state === 'loading') return <PageLoader text={t('accounts.completingSignIn')} />
  if (view.state === 'failed')
    return (
      <AuthLayout>
        <ErrorState title={view.message} onRetry={startAgain} />
      </AuthLayout>
    )
  return (
    <SecondStep
      token={token}
      kinds={view.data.kinds}
      onStartAgain={startAgain}
      onSignedIn={(response) => {
        enter(response)
        void navigate(safeReturnPath(query.get('redirect')), { replace: true })
      }}
    />
  )
}

/** GitHub's icon has the colour of the text, Google's its four colours. */
const icons: Record<SignInProvider, ReactNode> = {
  github: (
    <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" fill="currentColor">
      <path d="M12 1.5A10.7 10.7 0 0 0 8.6 22.3c.5.1.7-.2.7-.5v-2c-3 .7-3.600-1.300-3.600-1.300-.5-1.200-1.200-1.600-1.200-1.600-1-.7.1-.7.1-.7 1.100.1 1.700 1.100 1.700 1.100 1 1.700 2.500 1.200 3.100.9.1-.7.4-1.200.7-1.500-2.400-.3-4.900-1.200-4.900-5.300 0-1.200.4-2.100 1.100-2.900-.1-.3-.5-1.400.1-2.900 0 0 .9-.3 3 1.100a10.300 10.300 0 0 1 5.400 0c2-1.400 3-1.100 3-1.100.6 1.500.2 2.600.1 2.900.7.8 1.100 1.700 1.100 2.900 0 4.100-2.500 5-4.900 5.300.4.3.8 1 .8 2v3c0 .3.200.6.700.5A10.700 10.700 0 0 0 12 1.500z" />
    </svg>
  ),
  google: (
    <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
      <path
        fill="#4285F4"
        d="M22.5 12.250c0-.78-.07-1.530-.2-2.250H12v4.260h5.920a5.060 5.060 0 0 1-2.200 3.320v2.760h3.560c2.080-1.920 3.220-4.740 3.220-8.090z"
      />
      <path
        fill="#34A853"
        d="M12 23c2.970 0 5.460-.98 7.280-2.660l-3.560-2.760c-.98.66-2.230 1.060-3.720 1.060-2.860 0-5.290-1.930-6.160-4.530H2.180v2.840A11 11 0 0 0 12 23z"
      />
      <path fill="#FBBC05" d="M5.840 14.110a6.600 6.600 0 0 1 0-4.220V7.050H2.180a11 11 0 0 0 0 9.900z" />
      <path
        fill="#EA4335"
        d="M12 5.360c1.620 0 3.060.56 4.210 1.640l3.150-3.150A10.560 10.560 0 0 0 12 1 11 11 0 0 0 2.180 7.050l3.660 2.840C6.710 7.290 9.140 5.360 12 5.360z"
      />
    </svg>
  ),
}
