// The login with a password. A second factor is checked afterwards, in `two-factor/`.

import type { LogInRequest } from '@thirty/contracts/accounts/api.ts'
import type { SecondFactorKind } from '@thirty/contracts/accounts/two-factor-api.ts'
import type { Request } from 'express'
import { newContext } from '../../idempotency.ts'
import type { Commands } from '../../handle.ts'
import type { With } from '../../parts.ts'
import { authenticate, revokeSessionsBelow } from './decide.ts'
import { userFold, userStream, type LoadedAccount } from '../evolve.ts'
import { isDeleted, changeUser } from '../load-account.ts'
import { findNameHolder } from '../names/name-holders.ts'
import { credentialsFold, passwordHash, credentialsStream } from '../password/credentials.ts'
import { countOutsideAttempt, unknownUserId } from '../attempts/count-attempts.ts'
import { loadFactors } from '../two-factor/change-factors.ts'
import { kindsOf } from '../two-factor/second-factors.ts'

type LogInParts = With<'commands' | 'passwords' | 'limits' | 'names'>

/** `kinds`: the second factors that the login needs before it opens a session; none without two-factor sign-in. */
export type AuthenticatedAccount = LoadedAccount & { kinds: readonly SecondFactorKind[] }

/**
 * Returns the account of a user who logs in with a password. Throws `wrong-credentials`, which does not reveal what was
 * wrong, `account-inactive`, `busy`, and `RateLimitExceeded` after too many attempts at the account, by any of its names, or from the
 * address of the request.
 */
export async function logIn(
  deps: LogInParts,
  { emailOrUsername, password }: LogInRequest,
  { request, correlation }: { request: Request; correlation: string },
): Promise<AuthenticatedAccount> {
  const user = await findUserId(deps, emailOrUsername)
  const at = user === undefined ? { unknownName: deps.names.digest(emailOrUsername) } : { user }
  return countOutsideAttempt(deps.limits, 'sign-in', { ...at, request }, () =>
    checkPassword(deps, { id: user ?? unknownUserId, password, correlation }),
  )
}

async function checkPassword(
  { commands, passwords }: LogInParts,
  { id, password, correlation }: { id: string; password: string; correlation: string },
): Promise<AuthenticatedAccount> {
  const user = await commands.load(userStream(id), userFold)
  // Read after the user: a password that is replaced in between must not open a session with the newer version.
  const [{ state: credentials }, factors, wasDeleted] = await Promise.all([
    commands.load(credentialsStream(id), credentialsFold),
    loadFactors(commands, id),
    isDeleted(commands, id),
  ])
  const passwordMatches = await passwords.matches(password, passwordHash(credentials))
  const account = authenticate(user.state, passwordMatches && !wasDeleted)
  const { sessionVersion = 0 } = credentials ?? {}
  const loaded =
    account.sessionVersion >= sessionVersion
      ? { id, account, position: user.position }
      : await endOlderSessions(commands, { id, sessionVersion, correlation })
  return { ...loaded, kinds: kindsOf(factors) }
}

/** Completes a change of password that was interrupted before the sessions with the older password were ended. */
async function endOlderSessions(
  commands: Commands,
  { id, sessionVersion, correlation }: { id: string; sessionVersion: number; correlation: string },
): Promise<LoadedAccount> {
  const { state, position } = await changeUser(commands, id, newContext({ actor: id, correlation }), (user) =>
    revokeSessionsBelow(user, sessionVersion),
  )
  return { id, account: authenticate(state, true), position }
}

async function findUserId(
  { commands, names }: With<'commands' | 'names'>,
  emailOrUsername: string,
): Promise<string | undefined> {
  const name = names.loginName(emailOrUsername)
  if (name === undefined) return undefined
  return findNameHolder({ commands }, name)
}
