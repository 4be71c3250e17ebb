import { sessionEndpoints } from '@thirty/contracts/api/accounts/sessions.ts'
import type { SessionFacts } from '@thirty/contracts/api/accounts/sessions.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { hasPermission, permissionRefusal } from '@thirty/contracts/rules/permissions.ts'
import { maxShownSessions } from '@thirty/contracts/rules/sessions.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { openSessions } from '@thirty/infra/seen-sessions/open-sessions.ts'
import type { SeenSession } from '@thirty/infra/seen-sessions/seen-sessions.ts'
import { commandContext } from '../../idempotency.ts'
import { deviceOf } from '../../device.ts'
import { endSession, refuseMissingAccount, revokeOtherSessions } from '../decide.ts'
import { isAccount, userFold, type Account } from '../evolve.ts'
import { loadAccount } from '../load-account.ts'
import { userStream } from '../streams.ts'
import { forgetSession, sessionContext, type SessionDeps } from './endpoints.ts'

/** Handlers that list sessions and end others than the one of the caller. */
export function sessionListHandlers(deps: SessionDeps): Endpoint[] {
  const { commands, waitForProjections, clock, tokens, seenSessions } = deps
  const findOpenSessions = openSessions(seenSessions, clock)
  /** Returns the open sessions of a user; `undefined` if there is no such account. */
  const sessionsOf = async (user: string) => {
    const account = await loadAccount(commands, user)
    return account && findOpenSessions(user, account)
  }

  return [
    endpoint(sessionEndpoints.mine)(async ({ caller, request }) => {
      const { id, token } = caller
      const sessions = (await sessionsOf(id)) ?? refuseMissingAccount()
      const current = sessions.find((session) => session.id === token.id) ?? {
        ...token,
        ...deviceOf(request.headers['user-agent']),
      }
      const others = sessions.filter((session) => session.id !== token.id)
      return {
        success: true,
        sessions: [{ ...current, seenAt: clock() }, ...others].slice(0, maxShownSessions).map((session) => ({
          id: session.id,
          current: session.id === token.id,
          ...factsOf(session),
        })),
      }
    }),
    endpoint(sessionEndpoints.end)(async (request) => {
      const { caller, params } = request
      const account = (await loadAccount(commands, caller.id)) ?? refuseMissingAccount()
      const session =
        (await findOpenSessions(caller.id, account)).find(({ id }) => id === params.sessionId) ??
        // A request that is sent again, because its response was lost, succeeds again.
        endedSession(account, params.sessionId)
      if (session === undefined) refuse('session-not-found', 'This session has already ended.')
      const { id: token, expiresAt } = session
      const { position } = await commands.handle({
        ...userFold,
        stream: userStream(caller.id),
        context: sessionContext(request, 'end-session'),
        decide: (user) => endSession(user, { token, expiresAt, now: clock() }),
      })
      await forgetSession(seenSessions, caller.id, token)
      return { success: true, message: 'The session has ended', ...(await waitForProjections(position)) }
    }),
    endpoint(sessionEndpoints.endOthers)(async (request) => {
      const { id, token: own } = request.caller
      const others = ((await sessionsOf(id)) ?? []).filter((session) => session.id !== own.id).length
      const seenSince = await seenSessions.completeSince()
      const { state, position } = await commands.handle({
        ...userFold,
        stream: userStream(id),
        context: sessionContext(request, 'end-other-sessions'),
        decide: (user) => revokeOtherSessions(user, { others, seenSince, now: clock() }),
      })
      if (!isAccount(state)) refuseMissingAccount()
      // It continues the session: what asks for a recent login must not take this for one.
      // If nothing was ended, the session goes on with its token: another one would be another session.
      const [, sent] = request.request.headers.authorization?.trim().split(/ +/) ?? []
      const token =
        sent !== undefined && own.version === state.sessionVersion
          ? sent
          : tokens.issue({ id, version: state.sessionVersion, issuedAt: own.issuedAt })
      const message = 'All other sessions have ended'
      return { success: true, message, ...(await waitForProjections(position)), token }
    }),
    endpoint(sessionEndpoints.ofUser)(async ({ params }) => {
      const sessions = (await sessionsOf(params.userId)) ?? refuseUnknownUser()
      return { success: true, sessions: sessions.map(factsOf) }
    }),
    endpoint(sessionEndpoints.endAllOfUser)(async (request) => {
      const { userId } = request.params
      const account = (await loadAccount(commands, userId)) ?? refuseUnknownUser()
      if (account.isAdmin && !hasPermission(request.caller.role, 'manage-team'))
        refuse('not-allowed', permissionRefusal('manage-team'))
      const others = (await findOpenSessions(userId, account)).length
      const seenSince = await seenSessions.completeSince()
      const { position } = await commands.handle({
        ...userFold,
        stream: userStream(userId),
        context: commandContext(request, request.caller.id, 'end-sessions-of-user'),
        decide: (user) => revokeOtherSessions(user, { others, seenSince, now: clock() }),
      })
      return { success: true, message: 'All sessions have ended', ...(await waitForProjections(position)) }
    }),
  ]
}

function endedSession({ endedTokens }: Account, id: string): { id: string; expiresAt: number } | undefined {
  const ended = endedTokens.find((token) => token.id === id)
  return ended && { id, expiresAt: ended.until }
}

function refuseUnknownUser(): never {
  refuse('user-not-found', 'User not found')
}

const factsOf = ({
  browser,
  system,
  issuedAt,
  seenAt,
}: Pick<SeenSession, 'browser' | 'system' | 'issuedAt' | 'seenAt'>): SessionFacts => ({
  browser,
  system,
  since: new Date(issuedAt).toISOString(),
  lastSeenAt: new Date(seenAt).toISOString(),
})
