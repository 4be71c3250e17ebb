// Creates accounts: `signUp` with a password, in steps (reserve the names, set the password, create the account), and
// `createAccountWithoutPassword` without one, for `social-sign-in/` and `participant-import/`.

import { randomUUIDv7 } from 'node:crypto'
import type { SignUpRequest } from '@thirty/contracts/accounts/api.ts'
import type { UserEvent } from '@thirty/contracts/accounts/events.ts'
import { Refusal, refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { withoutMissing } from '@thirty/contracts/given-fields.ts'
import { languageToStore, type AccountLanguage } from '@thirty/contracts/languages/languages.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { deriveId, newContext, refuseKeyReuse, stepContext, type CommandContext } from '../../idempotency.ts'
import type { With } from '../../parts.ts'
import { joinAdminList } from '../admins/admin-list.ts'
import {
  isAccount,
  type Account,
  type LoadedAccount,
  type RegisterUser,
  type User,
  changeAccount,
} from '../account.ts'
import type { UniqueName } from '../names/name-streams.ts'
import {
  isTaken,
  namesOf,
  refuseForbiddenUsername,
  reserveNames,
  type ReservationParts,
} from '../names/reserve-names.ts'
import { passwordHash, setInitialPassword, credentialStreams } from '../password/credentials.ts'
import { refuseCommonPassword } from '../password/common-password.ts'

export type SignUpCommandParts = With<'commands' | 'log' | 'clock' | 'names' | 'passwords'>

/** `isNew`: whether this call created the account; false if an earlier call did. */
export type SignUpResult = LoadedAccount & { isNew: boolean }

export type SignUp = {
  request: SignUpRequest
  role: RegisterUser['role']
  /** The role of an invited admin; missing for owners. */
  adminRole?: AdminRole | undefined
  /** Runs once the names are reserved and before the account exists. An error that it throws ends the sign-up. */
  beforeRegistration?: (user: string, context: CommandContext) => Promise<void>
  /** The language of the page; the default one when missing. */
  language?: AccountLanguage
  correlation: string
  /** Idempotency key. The same sign-up with the same key always creates the same user. */
  key?: string | undefined
}

/**
 * Creates an account. An interruption after any step is safe: names are reserved for a minute, a password without a
 * user grants no access, and the event that creates the account comes last. Throws `invalid-fields`, `name-taken`,
 * `busy`, and `key-reused` for a known key with another password.
 */
export async function signUp(
  deps: SignUpCommandParts,
  { request, role, adminRole, beforeRegistration, language, correlation, key }: SignUp,
): Promise<SignUpResult> {
  const { fullName, username, email, password } = request
  if (username !== undefined) refuseForbiddenUsername(username)
  refuseCommonPassword(password)
  const hash = await deps.passwords.hash(password)

  const names = namesOf(deps.names, request)
  const user = signUpId(deps, { request, role, key }) ?? randomUUIDv7()
  // Not derived from the client's key with a digest: nothing that is stored may depend on the password.
  const context = newContext({ actor: user, correlation })

  await reserveNames(deps, { names, user, context }).catch((error: unknown) => markNames(error, request))
  const { state: credentials } = await credentialStreams.change(deps.commands, user, context, (current) =>
    setInitialPassword(current, hash),
  )
  // An existing password was set by an earlier attempt of the same sign-up, and must be the same password.
  const isSet = credentials?.hash === hash
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

/** An account that is created without a password. `names`: the names that it needs; its username is left out if somebody has it. */
type NewAccount = {
  user: string
  names: readonly UniqueName[]
  account: RegisterUser
  context: CommandContext
  decide: (user: User, account: RegisterUser) => UserEvent[]
}

/** Reserves the names of an account and creates it: the event that creates it comes last. Throws `name-taken`, `conflict`. */
export async function createAccountWithoutPassword(
  deps: ReservationParts,
  { user, names, account, context, decide }: NewAccount,
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
export const signUpId = (
  deps: With<'names'>,
  { request, role, key }: Pick<SignUp, 'request' | 'role' | 'key'>,
): string | undefined =>
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
  if (user.status === 'abandoned') refuse('conflict', say('signUpTookTooLong'))
  if (isAccount(user)) return isSameRegistration(user, command) ? [] : refuseKeyReuse()
  return [{ type: 'UserRegistered', data: command }]
}

const isSameRegistration = (account: Account, { fullName, username, email, role }: RegisterUser): boolean =>
  account.fullName === fullName &&
  account.username === (username ?? null) &&
  account.email === email &&
  account.isAdmin === (role === 'admin')
