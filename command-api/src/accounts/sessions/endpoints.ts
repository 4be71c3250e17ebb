import { accountEndpoints } from '@thirty/contracts/endpoints/accounts/accounts.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { SeenSessions } from '@thirty/infra/seen-sessions/seen-sessions.ts'
import { commandContext, type CommandContext } from '../../idempotency.ts'
import { endSession, revokeSessions } from '../decide.ts'
import { userFold } from '../evolve.ts'
import { loggedIn, openSession, type SignedInDeps } from '../own-user.ts'
import { userStream } from '../streams.ts'
import type { TwoFactorTokens } from '../two-factor/tokens.ts'
import { logIn, type LogInDeps } from './log-in.ts'

export type SessionDeps = LogInDeps &
  SignedInDeps & {
    clock: Clock
    seenSessions: SeenSessions
    twoFactorTokens: Pick<TwoFactorTokens, 'issueSecondStep'>
    /** Called after a logout, with the id of the token. */
    onLoggedOut?: (user: string, session: string) => Promise<void>
  }

/** Handlers that open and end sessions. */
export function sessionHandlers(deps: SessionDeps): Endpoint[] {
  const { commands, waitForProjections, clock, seenSessions } = deps
  return [
    endpoint(accountEndpoints.logIn)(async ({ body, request, correlation }) => {
      const { kinds, ...account } = await logIn(deps, body, { request, correlation })
      if (kinds.length === 0) return openSession(deps, account, { request, message: loggedIn })
      const {
        id,
        account: { sessionVersion: version },
      } = account
      const token = deps.twoFactorTokens.issueSecondStep({ id, version })
      const message = 'Complete your login with a second factor'
      return { success: true, message, secondFactor: { token, kinds: [...kinds] } }
    }),
    endpoint(accountEndpoints.logOut)(async (request) => {
      const { id, token } = request.caller
      const { position } = await commands.handle({
        ...userFold,
        stream: userStream(id),
        context: sessionContext(request, 'log-out'),
        decide: (user) => endSession(user, { token: token.id, expiresAt: token.expiresAt, now: clock() }),
      })
      await forgetSession(seenSessions, id, token.id)
      await deps.onLoggedOut?.(id, token.id)
      return { success: true, message: 'Logged out', ...(await waitForProjections(position)) }
    }),
    endpoint(accountEndpoints.logOutEverywhere)(async (request) => {
      const { position } = await commands.handle({
        ...userFold,
        stream: userStream(request.caller.id),
        context: sessionContext(request, 'log-out-everywhere'),
        decide: revokeSessions,
      })
      return { success: true, message: 'Logged out everywhere', ...(await waitForProjections(position)) }
    }),
  ]
}

type SessionRequest = Parameters<typeof commandContext>[0] & { caller: { id: string; token: { id: string } } }

/** Includes the token in the command's id: the same key with another session is another command. */
export const sessionContext = (request: SessionRequest, action: string): CommandContext =>
  commandContext(request, request.caller.id, `${action} ${request.caller.token.id}`)

/** Makes place for another session. While the store is away the entry stays; it is not shown, because its session has ended. */
export const forgetSession = (
  seenSessions: Pick<SeenSessions, 'remove'>,
  user: string,
  token: string,
): Promise<void> => seenSessions.remove(user, token).catch(() => undefined)
