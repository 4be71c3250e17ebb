// The last step of a social sign-in: exchanges the one-time token in the URL for a session and opens the requested page.

import type { SignInErrorCode } from '@thirty/contracts/accounts/social-sign-in.ts'
import { safeReturnPath } from '@thirty/contracts/accounts/return-path.ts'
import { useEffect } from 'react'
import { useNavigate } from '../../shared/navigation/router.ts'
import { paths } from '../../shared/navigation/paths.ts'
import { useLinkQuery } from '../../shared/navigation/use-link-query.ts'
import { request } from '../../shared/http/http.ts'
import { RequestFailed } from '../../shared/http/request-failed.ts'
import { useSession } from '../../shared/session/session.ts'
import { PageLoader } from '../../shared/ui/feedback/page-loader.tsx'
import { signInLimitOf, type SignInLimit } from './limit-message.ts'
import { t } from '../../shared/i18n/t.ts'

export const SocialSignInCallbackScreen = () => {
  const navigate = useNavigate()
  const query = useLinkQuery(paths.socialSignInCallback)
  const oneTimeToken = query.get('token')
  const redirect = safeReturnPath(query.get('redirect'))
  const signIn = useSession((store) => store.signIn)

  useEffect(() => {
    const fail = (code: SignInErrorCode, limit?: SignInLimit) =>
      navigate(`${paths.logIn}?error=${code}`, { replace: true, state: limit })
    const finish = async () => {
      if (oneTimeToken === null) return fail('missing-token')
      try {
        const { user } = await exchangeOnce(oneTimeToken)
        const { token } = user
        if (token === undefined) return await fail('failed')
        signIn('user', { user: { ...user, token } })
        return await navigate(redirect, { replace: true })
      } catch (error) {
        return fail(errorCodeOf(error), signInLimitOf(error))
      }
    }
    void finish()
  }, [oneTimeToken, redirect, signIn, navigate])

  return <PageLoader text={t('accounts.completingSignIn')} />
}

/** Exchanges the one-time token of a social sign-in for the user and a session token. */
const exchangeOneTimeToken = (token: string) => request('GET', '/api/auth/me', { token })

/** The exchange of each token. StrictMode mounts the screen twice, but a token can be exchanged only once. */
const exchanges = new Map<string, ReturnType<typeof exchangeOneTimeToken>>()

function exchangeOnce(oneTimeToken: string): ReturnType<typeof exchangeOneTimeToken> {
  const started = exchanges.get(oneTimeToken)
  if (started !== undefined) return started
  const exchange = exchangeWithRetries(oneTimeToken)
  exchanges.set(oneTimeToken, exchange)
  return exchange
}

/** Delays between attempts, in milliseconds. Their sum is less than the minute for which a token is valid. */
const retryDelaysMs = [1_000, 2_000, 4_000, 8_000, 15_000, 15_000]

/** Retries while the server is starting or unreachable. The server uses up a token only when the exchange succeeds. */
async function exchangeWithRetries(oneTimeToken: string): ReturnType<typeof exchangeOneTimeToken> {
  for (const delayMs of retryDelaysMs) {
    try {
      return await exchangeOneTimeToken(oneTimeToken)
    } catch (error) {
      if (!isTemporary(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, delayMs))
    }
  }
  return exchangeOneTimeToken(oneTimeToken)
}

const isTemporary = (error: unknown): boolean =>
  error instanceof RequestFailed && (error.status === 0 || error.status >= 500)

function errorCodeOf(error: unknown): SignInErrorCode {
  if (!(error instanceof RequestFailed)) return 'failed'
  if (error.code === 'account-inactive' || error.code === 'too-many') return error.code
  return error.status === 401 ? 'failed' : 'away'
}
