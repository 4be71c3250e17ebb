// Handlers of login and logout, and of the list of sessions, from which a user ends others and an admin all of a user. The password is
// checked here (`checkLogIn`, which opens no session), a second factor in `two-factor/`; then `open-session.ts` opens one.

import { accountEndpoints, type LogInRequest } from '@thirty/contracts/accounts/api.ts'
import { sessionEndpoints, type SessionFacts } from '@thirty/contracts/accounts/sessions-api.ts'
import { maxShownSessions } from '@thirty/contracts/accounts/sessions.ts'
import { logInEndpoints, type SecondFactorKind } from '@thirty/contracts/accounts/two-factor-api.ts'
import { refuse, requirePermission } from '@thirty/contracts/endpoints/refusals.ts'
import { isoTime } from '@thirty/contracts/iso-time.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { openSessions, type SeenSession } from '@thirty/infra/seen-sessions/seen-sessions.ts'
import type { Request } from 'express'
import { deviceOf } from '../../device.ts'
import type { Parts, With } from '../../parts.ts'
import { isAccount, users, type User, type LoadedAccount, loadAccount, isDeleted } from '../account.ts'
import {
  endSession,
  refuseMissingAccount,
  revokeOtherSessions,
  revokeSessions,
  authenticate,
  revokeSessionsBelow,
} from '../decide.ts'
import { loggedIn, openSession } from './open-session.ts'
import { newContext } from '../../idempotency.ts'
import { findNameHolder } from '../names/reserve-names.ts'
import { passwordHash, credentialStreams } from '../password/credentials.ts'
import { countOutsideAttempt, unknownUserId } from '../attempts/count-attempts.ts'
import { loadFactors } from '../two-factor/change-factors.ts'
import { kindsOf } from '../two-factor/decide.ts'

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
    endpoint(logInEndpoints.logIn)(async ({ body, request, correlation }) => {
      const { kinds, ...loaded } = await checkLogIn(parts, body, { request, correlation })
      if (kinds.length === 0) return openSession(parts, loaded, { request, message: loggedIn })
      const token = parts.twoFactorTokens.issueSecondStep(loaded)
      const message = 'Complete your login with a second factor'
      return { success: true, message, secondFactor: { token, kinds: [...kinds] } }
    }),
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
        success: true,
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
      const expiresAt = open?.expiresAt ?? ended?.until ?? refuse('session-not-found', say('sessionEnded'))
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
      const sessions = (await sessionsOf(params.userId)) ?? refuseUnknownUser()
      return { success: true, sessions: sessions.map(factsOf) }
    }),
    command(sessionEndpoints.endAllOfUser, 'end-sessions-of-user', users, async ({ caller, params }) => {
      const { userId } = params
      const account = (await loadAccount(commands, userId)) ?? refuseUnknownUser()
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

function refuseUnknownUser(): never {
  refuse('user-not-found', say('userNotFound'))
}

type Shown = Pick<SeenSession, 'browser' | 'system' | 'issuedAt' | 'seenAt'>

const factsOf = ({ browser, system, issuedAt, seenAt }: Shown): SessionFacts => ({
  browser,
  system,
  since: isoTime(issuedAt),
  lastSeenAt: isoTime(seenAt),
})

type LogInParts = With<'commands' | 'passwords' | 'limits' | 'names'>

/** `kinds`: the second factors that the login needs before it opens a session; none without two-factor sign-in. */
type AuthenticatedAccount = LoadedAccount & { kinds: readonly SecondFactorKind[] }

/**
 * Returns the account of a user who logs in with a password. Throws `wrong-credentials`, which does not reveal what was
 * wrong, `account-inactive`, `busy`, and `RateLimitExceeded` after too many attempts at the account, by any of its names, or from the
 * address of the request.
 */
export async function checkLogIn(
  deps: LogInParts,
  { emailOrUsername, password }: LogInRequest,
  { request, correlation }: { request: Request; correlation: string },
): Promise<AuthenticatedAccount> {
  const name = deps.names.loginName(emailOrUsername)
  const user = name && (await findNameHolder(deps, name))
  const at = user === undefined ? { unknownName: deps.names.digest(emailOrUsername) } : { user }
  return countOutsideAttempt(deps.limits, 'sign-in', { ...at, request }, () =>
    checkPassword(deps, user ?? unknownUserId, password, correlation),
  )
}

async function checkPassword(
  { commands, passwords }: LogInParts,
  id: string,
  password: string,
  correlation: string,
): Promise<AuthenticatedAccount> {
  const { state: user, position } = await users.load(commands, id)
  // Read after the user: a password that is replaced in between must not open a session with the newer version.
  const [{ state: credentials }, factors, wasDeleted] = await Promise.all([
    credentialStreams.load(commands, id),
    loadFactors(commands, id),
    isDeleted(commands, id),
  ])
  const isRight = await passwords.matches(password, passwordHash(credentials))
  const account = authenticate(user, isRight && !wasDeleted)
  const kinds = kindsOf(factors)
  const { sessionVersion = 0 } = credentials ?? {}
  if (account.sessionVersion >= sessionVersion) return { id, account, position, kinds }
  // A change of password was interrupted before the sessions with the older password were ended.
  const ended = await users.change(commands, id, newContext({ actor: id, correlation }), (current) =>
    revokeSessionsBelow(current, sessionVersion),
  )
  return { id, account: authenticate(ended.state, true), position: ended.position, kinds }
}
