// Handlers of the login: with a password, which is checked here (`checkLogIn`, which opens no session), with the second factor that
// completes it, and with a passkey alone. Also opens the session of a login or a sign-up; the session of a social sign-in is opened in
// `social-sign-in/endpoints.ts`.

import type { LogInRequest, SignedInResponse } from '@thirty/contracts/accounts/api.ts'
import { toOwnUser } from '@thirty/contracts/accounts/recorded-account.ts'
import { logInEndpoints, secondStepEndpoints } from '@thirty/contracts/accounts/two-factor-api.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { uuidPattern } from '@thirty/contracts/uuid.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { Request } from 'express'
import { newContext } from '../../idempotency.ts'
import type { AccountParts, Parts } from '../../parts.ts'
import { isDeleted, loadAccount, users, type LoadedAccount } from '../account.ts'
import { loadRole } from '../admins/admin-list.ts'
import { countOutsideAttempt, unknownUserId } from '../attempts/count-attempts.ts'
import { authenticate, revokeSessionsBelow } from '../decide.ts'
import { findNameHolder } from '../names/reserve-names.ts'
import { credentialStreams, passwordHash } from '../password/credentials.ts'
import { loadFactors, verifyFactor } from '../two-factor/change-factors.ts'
import { kindsOf, refusePasskey } from '../two-factor/decide.ts'
import { singleUse } from '../two-factor/tokens.ts'

/** The message of a login. */
const loggedIn = 'Logged in successfully'

export function logInHandlers(parts: Parts): Endpoint[] {
  const { commands, passkeys, twoFactorTokens } = parts

  /** Throws `second-step-over` for a token that has expired, or whose sessions were ended since. */
  const verifyToken = async (token: string) => {
    const claims = twoFactorTokens.verifySecondStep(token)
    const account = claims && (await loadAccount(commands, claims.sub))
    if (claims === undefined || account?.sessionVersion !== claims.version)
      refuse('second-step-over', 'secondStepOver')
    authenticate(account, true)
    return claims
  }

  return [
    endpoint(logInEndpoints.logIn)(async ({ body, request, correlation }) => {
      const { kinds, ...loaded } = await checkLogIn(parts, body, { request, correlation })
      if (kinds.length === 0) return openSession(parts, loaded, { request, message: loggedIn })
      const token = parts.twoFactorTokens.issueSecondStep(loaded)
      const message = 'Complete your login with a second factor'
      return { message, secondFactor: { token, kinds: [...kinds] } }
    }),
    endpoint(secondStepEndpoints.options)(async ({ body }) => {
      const { sub: user } = await verifyToken(body.token)
      const factors = await loadFactors(commands, user)
      const kinds = kindsOf(factors)
      if (factors.passkeys.length === 0) return { kinds, passkey: null }
      const passkey = await passkeys.optionsFor('second-step', { id: user, ...factors })
      return { kinds, passkey }
    }),
    endpoint(secondStepEndpoints.complete)(async ({ body, request, correlation }) => {
      const { token, ...proof } = body
      const { sub: user, id, exp, version } = await verifyToken(token)
      const factor = { user, ...proof, token: singleUse(id, exp), purpose: 'second-step' } as const
      const verified = await verifyFactor(parts, { ...factor, correlation, request })
      if (verified.account.sessionVersion !== version) refuse('second-step-over', 'secondStepOver')
      return openSession(parts, verified, { request, message: loggedIn })
    }),
    endpoint(secondStepEndpoints.passkeyOptions)(async () => {
      if (!passkeys.isOffered) refuse('not-found', 'noPasskeysHere')
      return { passkey: await passkeys.optionsFor('login') }
    }),
    endpoint(secondStepEndpoints.passkey)(async ({ body, request, correlation }) => {
      const user = userOf(body.response.response.userHandle)
      const owner = user === undefined ? undefined : await loadAccount(commands, user)
      if (user === undefined || owner === undefined) return refusePasskey()
      const proof = { passkey: body, purpose: 'login' } as const
      const verified = await verifyFactor(parts, { user, correlation, request, ...proof })
      authenticate(verified.account, true)
      return openSession(parts, verified, { request, message: loggedIn })
    }),
  ]
}

/** The id of the user, which the authenticator keeps with the passkey; `undefined` for anything else. */
function userOf(handle: string | undefined): string | undefined {
  const id = handle === undefined ? '' : Buffer.from(handle, 'base64url').toString('utf8')
  return uuidPattern.test(id) ? id : undefined
}

/** Opens a session and returns the response for a user who just signed up or logged in. */
export async function openSession(
  { commands, tokens, waitForProjections, limits, recordSession }: Parts,
  { id, account, position }: LoadedAccount,
  { request, message }: { request: Request; message: string },
): Promise<SignedInResponse> {
  await limits.networks.remember(id, request)
  const token = tokens.issue({ id, version: account.sessionVersion })
  const issued = tokens.verify(token)
  if (issued) recordSession({ id, token: issued }, request.headers['user-agent'] ?? '')
  const role = await loadRole(commands, id, account)
  return {
    message,
    ...(await waitForProjections(position)),
    user: { ...toOwnUser(id, account, role), token },
  }
}

/**
 * Returns the account of a user who logs in with a password, and the kinds of second factors that the login needs before it opens a
 * session; none without two-factor sign-in. Throws `wrong-credentials`, which does not reveal what was wrong, `account-inactive`, `busy`,
 * and `RateLimitExceeded` after too many attempts at the account, by any of its names, or from the address of the request.
 */
export async function checkLogIn(
  deps: AccountParts,
  { emailOrUsername, password }: LogInRequest,
  { request, correlation }: { request: Request; correlation: string },
) {
  const name = deps.names.loginName(emailOrUsername)
  const user = name && (await findNameHolder(deps, name))
  const at = user === undefined ? { unknownName: deps.names.digest(emailOrUsername) } : { user }
  return countOutsideAttempt(deps.limits, 'sign-in', { ...at, request }, () =>
    checkPassword(deps, user ?? unknownUserId, password, correlation),
  )
}

async function checkPassword(
  { commands, passwords }: AccountParts,
  id: string,
  password: string,
  correlation: string,
) {
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
