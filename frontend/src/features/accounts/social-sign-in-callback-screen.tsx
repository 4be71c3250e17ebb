import type { SignInErrorCode } from '@thirty/contracts/api/accounts/social-sign-in.ts'
import { safeReturnPath } from '@thirty/contracts/rules/return-path.ts'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { RequestFailed } from '../../shared/http/request-failed.ts'
import { useSession } from '../../shared/session/session.ts'
import { PageLoader } from '../../shared/ui/feedback/page-loader.tsx'
import { exchangeOneTimeToken } from './api.ts'

/** The end of a social sign-in: changes the ticket in the address into a session, and leads on. */
export const SocialSignInCallbackScreen = () => {
  const navigate = useNavigate()
  const [arrived] = useState(takeFromAddress)
  const enter = useSession((store) => store.signIn)

  useEffect(() => {
    const fail = (code: SignInErrorCode) => navigate(`${paths.logIn}?error=${code}`, { replace: true })
    const finish = async () => {
      if (arrived.ticket === null) return fail('missing-token')
      try {
        const { user } = await exchange(arrived.ticket)
        const { token } = user
        if (token === undefined) return await fail('failed')
        enter('user', { user: { ...user, token } })
        return await navigate(arrived.redirect, { replace: true })
      } catch (error) {
        return fail(codeOf(error))
      }
    }
    void finish()
  }, [arrived, enter, navigate])

  return <PageLoader text="Completing your sign-in" />
}

/** Reads the address and wipes it: neither the bar nor the history is to hold a ticket. */
function takeFromAddress(): { ticket: string | null; redirect: string } {
  const query = new URLSearchParams(window.location.search)
  window.history.replaceState(window.history.state, '', paths.socialSignInCallback)
  return { ticket: query.get('token'), redirect: safeReturnPath(query.get('redirect')) }
}

/** Exchanges under way. A ticket is taken once, however often the screen is mounted. */
const exchanges = new Map<string, ReturnType<typeof exchangeOneTimeToken>>()

function exchange(ticket: string): ReturnType<typeof exchangeOneTimeToken> {
  const known = exchanges.get(ticket)
  if (known !== undefined) return known
  const exchanging = persistently(ticket)
  exchanges.set(ticket, exchanging)
  return exchanging
}

/** Milliseconds between the tries: less than the minute for which a ticket is good. */
const waits = [1_000, 2_000, 4_000, 8_000, 15_000, 15_000]

/** A ticket is used up last: a server that is starting, or away for a moment, takes it a little later. */
async function persistently(ticket: string): ReturnType<typeof exchangeOneTimeToken> {
  for (const wait of waits) {
    try {
      // One try after the other: the first that is answered is the last.
      return await exchangeOneTimeToken(ticket)
    } catch (error) {
      if (!isPassing(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
  return exchangeOneTimeToken(ticket)
}

const isPassing = (error: unknown): boolean =>
  error instanceof RequestFailed && (error.status === 0 || error.status >= 500)

function codeOf(error: unknown): SignInErrorCode {
  if (!(error instanceof RequestFailed)) return 'failed'
  if (error.code === 'account-inactive' || error.code === 'too-many') return error.code
  return error.status === 401 ? 'failed' : 'away'
}
