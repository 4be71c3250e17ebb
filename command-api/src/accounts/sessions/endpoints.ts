// Handlers of login and logout. The list of sessions is in `session-list-endpoints.ts`.

import { accountEndpoints } from '@thirty/contracts/accounts/api.ts'
import { logInEndpoints } from '@thirty/contracts/accounts/two-factor-api.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { SeenSessions } from '@thirty/infra/seen-sessions/seen-sessions.ts'
import { commandEndpoints } from '../../command.ts'
import type { With } from '../../parts.ts'
import { endSession, revokeSessions } from './decide.ts'
import { userFold, userStream } from '../evolve.ts'
import { logIn } from './log-in.ts'
import { loggedIn, openSession, type SignedInParts } from './open-session.ts'

export type SessionParts = SignedInParts &
  With<'passwords' | 'names' | 'clock' | 'seenSessions' | 'twoFactorTokens'> & {
    /** Called after a logout, with the id of the token. */
    onLoggedOut?: (user: string, session: string) => Promise<void>
  }

export function sessionHandlers(parts: SessionParts): Endpoint[] {
  const { clock, seenSessions } = parts
  const command = commandEndpoints(parts)
  return [
    endpoint(logInEndpoints.logIn)(async ({ body, request, correlation }) => {
      const { kinds, ...loaded } = await logIn(parts, body, { request, correlation })
      if (kinds.length === 0) return openSession(parts, loaded, { request, message: loggedIn })
      const token = parts.twoFactorTokens.issueSecondStep(loaded)
      const message = 'Complete your login with a second factor'
      return { success: true, message, secondFactor: { token, kinds: [...kinds] } }
    }),
    command(accountEndpoints.logOut, ofSession('log-out'), userFold, ({ caller: { id, token } }) => ({
      stream: userStream(id),
      decide: (user) => endSession(user, { token: token.id, expiresAt: token.expiresAt, now: clock() }),
      answer: async () => {
        await forgetSession(seenSessions, id, token.id)
        await parts.onLoggedOut?.(id, token.id)
        return { message: 'Logged out' }
      },
    })),
    command(accountEndpoints.logOutEverywhere, ofSession('log-out-everywhere'), userFold, ({ caller }) => ({
      stream: userStream(caller.id),
      decide: revokeSessions,
      answer: () => ({ message: 'Logged out everywhere' }),
    })),
  ]
}

/** Names a command of one session: the same key with another session is another command. */
export const ofSession =
  (name: string) =>
  ({ caller }: { caller: { token: { id: string } } }): string =>
    `${name} ${caller.token.id}`

/** Removes a session from the seen ones. A failure is ignored: ended sessions are not shown anyway. */
export const forgetSession = (
  seenSessions: Pick<SeenSessions, 'remove'>,
  user: string,
  token: string,
): Promise<void> => seenSessions.remove(user, token).catch(() => undefined)
