// Creates accounts: the sign-ups with a password, of a participant, of an admin with the registration key and of an admin with an
// invitation, which open the first session; and `createAccountWithoutPassword`, for `social-sign-in/` and `participant-import/`.

import { createHmac, hash, randomBytes, randomUUIDv7, timingSafeEqual } from 'node:crypto'
import { accountEndpoints, type SignUpRequest } from '@thirty/contracts/accounts/api.ts'
import { invitationEndpoints } from '@thirty/contracts/team/api.ts'
import { invitationState } from '@thirty/contracts/team/team.ts'
import { refuse, Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import { withoutMissing } from '@thirty/contracts/given-fields.ts'
import { languageToStore, type AccountLanguage } from '@thirty/contracts/languages/languages.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { endpoint, type Endpoint, type RequestContext } from '@thirty/infra/http/endpoint/endpoint.ts'
import { clientNetwork } from '@thirty/infra/http/rate-limits/client-address.ts'
import { deduplicateInFlight } from '../../deduplicate-in-flight.ts'
import {
  parseIdempotencyKey,
  type CommandContext,
  deriveId,
  newContext,
  refuseKeyReuse,
  stepContext,
} from '../../idempotency.ts'
import type { AccountParts, Parts } from '../../parts.ts'
import { refuseInvitation, requireInvitation, redeemInvitation } from '../admins/decide.ts'
import { invitationTokenHash } from '../admins/invitations.ts'
import { countOutsideAttempt } from '../attempts/count-attempts.ts'
import { sendConfirmation } from '../email-links/endpoints.ts'
import { openSession } from '../sessions/log-in.ts'
import { changeTeam, loadTeam, joinAdminList } from '../admins/admin-list.ts'
import { credentialStreams, passwordHash, refuseCommonPassword } from '../password/credentials.ts'
import { isAccount, type LoadedAccount, type RegisterUser, type User, changeAccount } from '../account.ts'
import type { UniqueName } from '../names/name-streams.ts'
import { isTaken, namesOf, refuseForbiddenUsername, reserveNames } from '../names/reserve-names.ts'

export function signUpHandlers(parts: Parts): Endpoint[] {
  const { commands, clock, limits, languageOf } = parts
  const deduplicate = deduplicateInFlight()
  // Requests are compared by digests under a secret of this process, as their bodies contain a password.
  const secret = randomBytes(32)

  /**
   * Signs up, a double click as one sign-up, and opens the first session. `keyPrefix` takes the place of a missing idempotency key. Throws
   * `conflict` if the account has a second factor by then: a repeated sign-up proves only the password, and only a login asks for both.
   */
  const signUpAs = async (
    { request, body, correlation }: RequestContext,
    { keyPrefix, ...account }: Omit<SignUp, 'language' | 'correlation' | 'key'> & { keyPrefix?: string },
  ) => {
    const key = parseIdempotencyKey(request.headers['idempotency-key'])
    const language = languageOf(request)
    const stepKey = keyPrefix === undefined ? key : `${keyPrefix} ${key ?? ''}`
    const command: SignUp = { ...account, language, correlation, key: stepKey }
    const run = async () => {
      const created = await signUp(parts, command)
      if (created.isNew) sendConfirmation(parts, created, language)
      return created
    }
    const digest = createHmac('sha256', secret).update(JSON.stringify(body)).digest('hex')
    const runOnce = () =>
      key === undefined ? run() : deduplicate({ id: `${account.role} ${key}`, digest }, run)
    const user = signUpId(parts, command)
    const hasPassword =
      user !== undefined && (await credentialStreams.load(commands, user)).state !== undefined
    // A sign-up that is repeated later reveals whether the password is right, and counts as a login.
    const created = await (hasPassword
      ? countOutsideAttempt(limits, 'sign-in', { user, request }, runOnce, 'key-reused')
      : runOnce())
    if (!created.isNew && (await parts.hasSecondFactor(created.id))) refuse('conflict', 'signedUpAlready')
    return openSession(parts, created, { request, message: 'Signed up successfully' })
  }

  return [
    endpoint(accountEndpoints.signUp)((request) =>
      signUpAs(request, { request: request.body, role: 'participant' }),
    ),
    endpoint(accountEndpoints.adminSignUp)(async (request) => {
      const { adminKey, ...signUpRequest } = request.body
      await checkAdminKey(parts, request, adminKey)
      return signUpAs(request, { request: signUpRequest, role: 'admin' })
    }),
    endpoint(invitationEndpoints.accept)(async (request) => {
      const { token, ...signUpRequest } = request.body
      const tokenHash = invitationTokenHash(token)
      const team = await loadTeam(commands)
      const invitation = requireInvitation(team, tokenHash)
      const state = invitationState(team, invitation, clock())
      // Whether a used one was used by this very person is decided later, when their id is known.
      if (state !== 'open' && state !== 'used') refuseInvitation(state)
      return signUpAs(request, {
        request: signUpRequest,
        role: 'admin',
        adminRole: invitation.role,
        // Without a key of the client, the same person may still repeat a sign-up that was interrupted.
        keyPrefix: invitation.id,
        beforeRegistration: (user, context) =>
          changeTeam(commands, context, (now) => redeemInvitation(now, { tokenHash, user, now: clock() })),
      })
    }),
  ]
}

/** Counts the attempt before the key is compared; only a valid key resets the earlier attempts of its network. */
async function checkAdminKey({ limits, adminKey }: Parts, { request }: RequestContext, submittedKey: string) {
  const network = clientNetwork(request.ip)
  const globalKey = limits.keyFor('admin-key-all', request)
  await limits.consume('admin-key', network)
  await limits.consume('admin-key-all', globalKey)
  refuseWrongAdminKey(submittedKey, adminKey)
  await limits.reset('admin-key', network)
  await limits.refund('admin-key-all', globalKey)
}

/** Throws `wrong-admin-key` for a wrong key, and for every key if none is configured. Compares in constant time. */
export function refuseWrongAdminKey(submittedKey: string, adminKey: string): void {
  const isEqual = timingSafeEqual(hash('sha256', submittedKey, 'buffer'), hash('sha256', adminKey, 'buffer'))
  if (!isEqual || adminKey === '') refuse('wrong-admin-key', 'wrongAdminKey')
}

type SignUp = {
  request: SignUpRequest
  role: RegisterUser['role']
  /** The role of an invited admin; missing for owners. */
  adminRole?: AdminRole
  /** Runs once the names are reserved and before the account exists. An error that it throws ends the sign-up. */
  beforeRegistration?: (user: string, context: CommandContext) => Promise<unknown>
  /** The language of the page; the default one when missing. */
  language?: AccountLanguage
  correlation: string
  /** Idempotency key. The same sign-up with the same key always creates the same user. */
  key?: string | undefined
}

/**
 * Creates an account and returns it. An interruption after any step is safe: names are reserved for a minute, a password without a user
 * grants no access, and the event that creates the account comes last. `isNew`: whether this call created it; false if an earlier call
 * did. Throws `invalid-fields`, `name-taken`, `busy`, and `key-reused` for a known key with another password.
 */
export async function signUp(deps: AccountParts, signingUp: SignUp) {
  const { request, role, adminRole, beforeRegistration, language, correlation } = signingUp
  const { fullName, username, email, password } = request
  if (username !== undefined) refuseForbiddenUsername(username)
  refuseCommonPassword(password)
  const newHash = await deps.passwords.hash(password)

  const names = namesOf(deps.names, request)
  const user = signUpId(deps, signingUp) ?? randomUUIDv7()
  // Not derived from the client's key with a digest: nothing that is stored may depend on the password.
  const context = newContext({ actor: user, correlation })

  await reserveNames(deps, { names, user, context }).catch((error: unknown) => markNames(error, request))
  const { state: credentials } = await credentialStreams.change(deps.commands, user, context, (current) =>
    // Does not replace a password, nor restore a removed one.
    current === undefined ? [{ type: 'PasswordSet', data: { hash: newHash } }] : [],
  )
  // An existing password was set by an earlier attempt of the same sign-up, and must be the same password.
  const isSet = credentials?.hash === newHash
  if (!isSet && !(await deps.passwords.matches(password, passwordHash(credentials)))) refuseKeyReuse()
  await beforeRegistration?.(user, stepContext(context, 'invitation'))
  const { events, ...account } = await changeAccount(deps.commands, user, context, (state) =>
    registerUser(
      state,
      withoutMissing({ fullName, email, role, adminRole, username, ...languageToStore(language) }),
    ),
  )
  // Last, so that the list never contains an admin without an account. An admin who is not on it has
  // the rights of the role, and is added before deciding about the team.
  // A separate step: this event stays after the account is erased. If it kept the command's id, the ids of the erased events could be
  // computed from it, and guesses of their content tested against the hash chain.
  if (role === 'admin')
    await joinAdminList(deps.commands, user, stepContext(context, 'admin-list'), adminRole)
  return { ...account, isNew: events.length > 0 }
}

type SignUpWithoutPassword = {
  user: string
  names: readonly UniqueName[]
  account: RegisterUser
  context: CommandContext
  decide: (user: User, account: RegisterUser) => UserEvent[]
}

/**
 * Reserves the names that an account needs and creates it: the event that creates it comes last. Its username is left out if somebody has
 * it. Throws `name-taken`, `conflict`.
 */
export async function createAccountWithoutPassword(
  deps: AccountParts,
  { user, names, account, context, decide }: SignUpWithoutPassword,
): Promise<LoadedAccount> {
  const { username, ...withoutUsername } = account
  const reserve = (wanted: readonly UniqueName[]) => reserveNames(deps, { names: wanted, user, context })
  await reserve(names)
  const isLeftOut = username !== undefined && (await isTaken(reserve([deps.names.username(username)])))
  return changeAccount(deps.commands, user, context, (current) =>
    decide(current, isLeftOut ? withoutUsername : account),
  )
}

/** Marks all names at their fields, because the refusal does not say which of them is taken. */
function markNames(error: unknown, { username }: SignUpRequest): never {
  if (!(error instanceof Refusal) || error.code !== 'name-taken') throw error
  const { said } = error
  throw error.with({ errors: { ...(username !== undefined && { username: said }), email: said } })
}

/** Returns the id of the account that a sign-up with an idempotency key creates, or has created; `undefined` without a key. */
const signUpId = (deps: AccountParts, { request, role, key }: Pick<SignUp, 'request' | 'role' | 'key'>) =>
  key === undefined
    ? undefined
    : deriveId(
        'sign-up',
        key,
        role,
        request.fullName,
        ...namesOf(deps.names, request).map(({ stream }) => stream),
      )

/**
 * Decides the last step, the event that creates the account: the names are reserved, and a password is set, before. Repeating the same
 * registration changes nothing. Throws `conflict` for a sign-up that was abandoned, and `key-reused` if the user registered with other
 * data.
 */
export function registerUser(user: User, command: RegisterUser): UserEvent[] {
  if (user.status === 'abandoned') refuse('conflict', 'signUpTookTooLong')
  if (!isAccount(user)) return [{ type: 'UserRegistered', data: command }]
  const { fullName, username = null, email, role } = command
  const isSame =
    user.fullName === fullName &&
    user.username === username &&
    user.email === email &&
    user.isAdmin === (role === 'admin')
  return isSame ? [] : refuseKeyReuse()
}
