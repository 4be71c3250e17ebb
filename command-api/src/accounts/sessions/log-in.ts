// Checks the account name and password of a login. `endpoints.ts` then opens the session, or asks for a second factor, which is checked
// in `two-factor/`.

import type { LogInRequest } from '@thirty/contracts/accounts/api.ts'
import type { SecondFactorKind } from '@thirty/contracts/accounts/two-factor-api.ts'
import type { Request } from 'express'
import { newContext } from '../../idempotency.ts'
import type { With } from '../../parts.ts'
import { authenticate, revokeSessionsBelow } from './decide.ts'
import type { LoadedAccount } from '../evolve.ts'
import { isDeleted, users } from '../load-account.ts'
import { findNameHolder } from '../names/name-holders.ts'
import { passwordHash, credentialStreams } from '../password/credentials.ts'
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
