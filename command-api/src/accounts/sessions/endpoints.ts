// Handlers of logout, and of the list of sessions, from which a user ends others and an admin all of a user. `log-in.ts` opens them.

import { accountEndpoints } from '@thirty/contracts/accounts/api.ts'
import { sessionEndpoints, type SessionFacts } from '@thirty/contracts/accounts/sessions-api.ts'
import { maxShownSessions } from '@thirty/contracts/accounts/sessions.ts'
import { refuse, requirePermission } from '@thirty/contracts/endpoints/refusals.ts'
import { isoTime } from '@thirty/contracts/iso-time.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { openSessions, type SeenSession } from '@thirty/infra/seen-sessions/seen-sessions.ts'
import { deviceOf } from '../../device.ts'
import type { Parts } from '../../parts.ts'
import { isAccount, loadAccount, users, type User } from '../account.ts'
import { endSession, refuseMissingAccount, revokeOtherSessions, revokeSessions } from '../decide.ts'

export function sessionHandlers(parts: Parts): Endpoint[] {
  const { commands, clock, tokens, seenSessions, command } = parts
  /** Removes a session from the seen ones. A failure is ignored: ended sessions are not shown anyway. */
  const forget = (user: string, token: string) => seenSessions.remove(user, token).catch(() => undefined)
  const findOpenSessions = openSessions(seenSessions, clock)
  /** Returns the open sessions of a user; `undefined` if there is no such account. */
  const sessionsOf = async (user: string) => {
    const account = await loadAccount(commands, user)
    return account && findOpenSessions(user, account)
  }
  /** Returns the part of a command that ends the sessions of a user. `others`: how many there are beside that of the caller. */
  const endsOthers = async (user: string, others: number) => {
    const seenSince = await seenSessions.completeSince()
    return {
      stream: users.nameOf(user),
      decide: (state: User) => revokeOtherSessions(state, { others, seenSince, now: clock() }),
    }
  }

  return [
    command(accountEndpoints.logOut, ofSession('log-out'), users, ({ caller: { id, token } }) => ({
      stream: users.nameOf(id),
      decide: (user) => endSession(user, { token: token.id, expiresAt: token.expiresAt, now: clock() }),
      answer: async () => {
        await forget(id, token.id)
        await parts.onLoggedOut(id, token.id)
        return { message: 'Logged out' }
      },
    })),
    command(accountEndpoints.logOutEverywhere, ofSession('log-out-everywhere'), users, ({ caller }) => ({
      stream: users.nameOf(caller.id),
      decide: revokeSessions,
      answer: () => ({ message: 'Logged out everywhere' }),
    })),
    endpoint(sessionEndpoints.mine)(async ({ caller, request }) => {
      const { id, token } = caller
      const sessions = (await sessionsOf(id)) ?? refuseMissingAccount()
      const current = sessions.find((session) => session.id === token.id) ?? {
        ...token,
        ...deviceOf(request.headers['user-agent']),
      }
      const others = sessions.filter((session) => session.id !== token.id)
      return {
        sessions: [{ ...current, seenAt: clock() }, ...others].slice(0, maxShownSessions).map((session) => ({
          id: session.id,
          current: session.id === token.id,
          ...factsOf(session),
        })),
      }
    }),
    command(sessionEndpoints.end, ofSession('end-session'), users, async ({ caller, params }) => {
      const account = (await loadAccount(commands, caller.id)) ?? refuseMissingAccount()
      const token = params.sessionId
      const open = (await findOpenSessions(caller.id, account)).find(({ id }) => id === token)
      // A request that is sent again, because its response was lost, succeeds again.
      const ended = account.endedTokens.find(({ id }) => id === token)
      const expiresAt = open?.expiresAt ?? ended?.until ?? refuse('session-not-found', 'sessionEnded')
      return {
        stream: users.nameOf(caller.id),
        decide: (user) => endSession(user, { token, expiresAt, now: clock() }),
        answer: async () => {
          await forget(caller.id, token)
          return { message: 'The session has ended' }
        },
      }
    }),
    command(
      sessionEndpoints.endOthers,
      ofSession('end-other-sessions'),
      users,
      async ({ caller, request }) => {
        const { id, token: own } = caller
        const others = ((await sessionsOf(id)) ?? []).filter((session) => session.id !== own.id).length
        return {
          ...(await endsOthers(id, others)),
          answer: ({ state }) => {
            if (!isAccount(state)) refuseMissingAccount()
            // It continues the session: what asks for a recent login must not take this for one.
            // If nothing was ended, the session keeps its token: another token would be another session.
            const [, sent] = request.headers.authorization?.trim().split(/ +/) ?? []
            const token =
              sent !== undefined && own.version === state.sessionVersion
                ? sent
                : tokens.issue({ id, version: state.sessionVersion, issuedAt: own.issuedAt })
            return { message: 'All other sessions have ended', token }
          },
        }
      },
    ),
    endpoint(sessionEndpoints.ofUser)(async ({ params }) => {
      const sessions = (await sessionsOf(params.userId)) ?? refuse('user-not-found', 'userNotFound')
      return { sessions: sessions.map(factsOf) }
    }),
    command(sessionEndpoints.endAllOfUser, 'end-sessions-of-user', users, async ({ caller, params }) => {
      const { userId } = params
      const account = (await loadAccount(commands, userId)) ?? refuse('user-not-found', 'userNotFound')
      if (account.isAdmin) requirePermission(caller.role, 'manage-team')
      const others = (await findOpenSessions(userId, account)).length
      return { ...(await endsOthers(userId, others)), answer: () => ({ message: 'All sessions have ended' }) }
    }),
  ]
}

/** Names a command of one session: the same key with another session is another command. */
const ofSession =
  (name: string) =>
  ({ caller }: { caller: { token: { id: string } } }): string =>
    `${name} ${caller.token.id}`

type Shown = Pick<SeenSession, 'browser' | 'system' | 'issuedAt' | 'seenAt'>

const factsOf = ({ browser, system, issuedAt, seenAt }: Shown): SessionFacts => ({
  browser,
  system,
  since: isoTime(issuedAt),
  lastSeenAt: isoTime(seenAt),
})
