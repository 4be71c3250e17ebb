import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { SignUpRequest } from '@thirty/contracts/api/accounts/accounts.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Commands } from '../../handle.ts'
import { deriveId, refuseKeyReuse, type CommandContext } from '../../idempotency.ts'
import { joinAdminList } from '../admins/admin-list.ts'
import { refuseCommonPassword } from '../password/common-password.ts'
import { setInitialPassword, credentialsFold, passwordHash } from '../password/credentials.ts'
import { registerUser, type RegisterUser } from '../decide.ts'
import { isAccount } from '../evolve.ts'
import type { LoadedAccount } from '../sessions/log-in.ts'
import type { PasswordHasher } from '../password/password-hasher.ts'
import { reserveNames, userFold } from '../names/reserve-names.ts'
import { credentialsStream, emailStream, usernameStream, userStream } from '../streams.ts'

type Deps = { commands: Commands; log: Pick<EventLog, 'remove'>; clock: Clock; passwords: PasswordHasher }

export type SignUp = {
  request: SignUpRequest
  role: RegisterUser['role']
  correlation: string
  /** Idempotency key. With it the same sign-up is always about the same user. */
  key?: string | undefined
}

/**
 * Makes an account. The order is what makes it safe to stop anywhere: names are promised for a minute, a password
 * without a user opens nothing, and the user's own stream, which makes the account, comes last.
 * Throws `invalid-fields`, `name-taken`, `busy`, and `key-reused` for a known key with another password.
 */
export async function signUp(
  deps: Deps,
  { request, role, correlation, key }: SignUp,
): Promise<LoadedAccount> {
  const { fullName, username, email, password } = request
  refuseCommonPassword(password)
  const hash = await deps.passwords.hash(password)

  const streams = [emailStream(email), ...(username === undefined ? [] : [usernameStream(username)])]
  const user = key === undefined ? randomUUIDv7() : deriveId('sign-up', key, role, fullName, ...streams)
  // Not the client's key: what a sign-up stores must tell nothing about the password.
  const context: CommandContext = { actor: user, correlation, command: { id: randomUUID() } }

  await reserveNames(deps, { streams, user, context })
  await setFirstPassword(deps, { user, context, hash, password })
  const { state, position } = await deps.commands.handle({
    ...userFold,
    stream: userStream(user),
    context,
    decide: (state) =>
      registerUser(state, { fullName, email, role, ...(username !== undefined && { username }) }),
  })
  if (!isAccount(state)) refuse('conflict', 'Signing up took too long. Please try again.')
  // Last, so that nobody counts as an admin who is none. Whoever is missing there has all rights all the same.
  if (role === 'admin') await joinAdminList(deps.commands, user, context)
  return { id: user, account: state, position }
}

type FirstPassword = { user: string; context: CommandContext; hash: string; password: string }

/** A password that is there already comes from the same sign-up, tried before; then it must be the same password. */
async function setFirstPassword({ commands, passwords }: Deps, first: FirstPassword): Promise<void> {
  const { user, context, hash, password } = first
  const { state } = await commands.handle({
    ...credentialsFold,
    stream: credentialsStream(user),
    context,
    decide: (known) => setInitialPassword(known, hash),
  })
  if (state?.hash !== hash && !(await passwords.matches(password, passwordHash(state)))) refuseKeyReuse()
}
