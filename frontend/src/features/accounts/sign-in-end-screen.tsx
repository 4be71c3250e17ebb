import type { SignInError } from '@thirty/contracts/api/social.ts'
import { returnPath } from '@thirty/contracts/rules/return-path.ts'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { paths } from '../../app/paths.ts'
import { RequestFailed } from '../../shared/http-problem.ts'
import { useSession } from '../../shared/session.ts'
import { PageLoader } from '../../shared/ui/page-loader.tsx'
import { sessionFor } from './api.ts'

/** The end of a social sign-in: changes the ticket in the address into a session, and leads on. */
export const SignInEndScreen = () => {
  const navigate = useNavigate()
  const [arrived] = useState(takeFromAddress)
  const enter = useSession((store) => store.enter)

  useEffect(() => {
    const fail = (code: SignInError) => navigate(`${paths.logIn}?error=${code}`, { replace: true })
    const finish = async () => {
      if (arrived.ticket === null) return fail('missing-token')
      try {
        const { user } = await exchange(arrived.ticket)
        const { token } = user
        if (token === undefined) return await fail('failed')
        enter('user', { user: { ...user, token } })
        return await navigate(arrived.redirect, { replace: true })
      } catch (error) {
        return fail(error instanceof RequestFailed && error.status !== 401 ? 'away' : 'failed')
      }
    }
    void finish()
  }, [arrived, enter, navigate])

  return <PageLoader text="Completing your sign-in" />
}

/** Reads the address and wipes it: neither the bar nor the history is to hold a ticket. */
function takeFromAddress(): { ticket: string | null; redirect: string } {
  const query = new URLSearchParams(window.location.search)
  window.history.replaceState(window.history.state, '', paths.signedIn)
  return { ticket: query.get('token'), redirect: returnPath(query.get('redirect')) }
}

/** Exchanges under way. A ticket is taken once, however often the screen is mounted. */
const exchanges = new Map<string, ReturnType<typeof sessionFor>>()

function exchange(ticket: string): ReturnType<typeof sessionFor> {
  const known = exchanges.get(ticket)
  if (known !== undefined) return known
  const exchanging = sessionFor(ticket)
  exchanges.set(ticket, exchanging)
  return exchanging
}
