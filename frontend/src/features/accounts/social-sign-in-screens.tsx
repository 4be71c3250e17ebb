// The last screens of a social sign-in: the second step of an account with a second factor, and the exchange of the one-time token in the
// URL for a session, which is tried again while the server is away. It leads to the requested page, or to the login with the reason.

import type { SignInErrorCode } from '@thirty/contracts/accounts/social-sign-in.ts'
import { safeReturnPath } from '@thirty/contracts/accounts/return-path.ts'
import type { MeResponse } from '@thirty/contracts/accounts/api.ts'
import { useEffect } from 'react'
import { useNavigate, paths } from '../../shared/navigation/router.ts'
import { useLinkQuery } from '../../shared/navigation/use-link-query.ts'
import { request } from '../../shared/http/http.ts'
import { errorMessage, RequestFailed } from '../../shared/http/request-failed.ts'
import { useSession } from '../../shared/session/session.ts'
import { PageLoader } from '../../shared/ui/brand/logo.tsx'
import { ErrorState } from '../../shared/ui/feedback/error-state.tsx'
import { SecondStep } from './log-in-and-sign-up-screens.tsx'
import { t } from '../../shared/i18n/t.ts'
import { liveData, useLiveData } from '../../shared/live/live-data.ts'
import { AuthLayout } from './auth-layout.tsx'

export const SocialSignInCallbackScreen = () => {
  const navigate = useNavigate()
  const query = useLinkQuery(paths.socialSignInCallback)
  const oneTimeToken = query.get('token')
  const redirect = safeReturnPath(query.get('redirect'))
  const signIn = useSession((store) => store.signIn)

  useEffect(() => {
    const fail = (code: SignInErrorCode, limitMessage?: string) =>
      navigate(`${paths.logIn}?error=${code}`, { replace: true, state: { limitMessage } })
    const finish = async () => {
      if (oneTimeToken === null) return fail('missing-token')
      try {
        const { user } = await exchangeOnce(oneTimeToken)
        const { token } = user
        if (token === undefined) return await fail('failed')
        signIn('user', { user: { ...user, token } })
        return await navigate(redirect, { replace: true })
      } catch (error) {
        const code = errorCodeOf(error)
        return fail(code, code === 'too-many' ? errorMessage(error, '') : undefined)
      }
    }
    void finish()
  }, [oneTimeToken, redirect, signIn, navigate])

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
  const signIn = useSession((store) => store.signIn)
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
        signIn('user', response)
        void navigate(safeReturnPath(query.get('redirect')), { replace: true })
      }}
    />
  )
}
