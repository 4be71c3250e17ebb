import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { SignUpRequest } from '@thirty/contracts/api/accounts.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { Clock } from '@thirty/infra/clock.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Commands } from '../handle.ts'
import { derivedId, refuseReuse, type Asker } from '../idempotency.ts'
import { joinAdmins } from './admins.ts'
import { refuseCommonPassword } from './common-password.ts'
import { chooseFirst, credentialsFold, hashOf } from './credentials.ts'
import { register, type RegisterUser } from './decide.ts'
import { isAccount } from './evolve.ts'
import type { SignedIn } from './log-in.ts'
import type { Passwords } from './password.ts'
import { reserveNames, userFold } from './reserving.ts'
import { credentialsStream, emailStream, usernameStream, userStream } from './streams.ts'

type Deps = { commands: Commands; log: Pick<EventLog, 'remove'>; clock: Clock; passwords: Passwords }

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
export async function signUp(deps: Deps, { request, role, correlation, key }: SignUp): Promise<SignedIn> {
  const { fullName, username, email, password } = request
  refuseCommonPassword(password)
  const hash = await deps.passwords.hash(password)

  const streams = [emailStream(email), ...(username === undefined ? [] : [usernameStream(username)])]
  const user = key === undefined ? randomUUIDv7() : derivedId('sign-up', key, role, fullName, ...streams)
  // Not the client's key: what a sign-up stores must tell nothing about the password.
  const asker: Asker = { actor: user, correlation, command: { id: randomUUID() } }

  await reserveNames(deps, { streams, user, asker })
  await setFirstPassword(deps, { user, asker, hash, password })
  const { state, position } = await deps.commands.handle({
    ...userFold,
    stream: userStream(user),
    asker,
    decide: (state) =>
      register(state, { fullName, email, role, ...(username !== undefined && { username }) }),
  })
  if (!isAccount(state)) refuse('conflict', 'Signing up took too long. Please try again.')
  // Last, so that nobody counts as an admin who is none. Whoever is missing there has all rights all the same.
  if (role === 'admin') await joinAdmins(deps.commands, user, asker)
  return { id: user, account: state, position }
}

type FirstPassword = { user: string; asker: Asker; hash: string; password: string }

/** A password that is there already comes from the same sign-up, tried before; then it must be the same password. */
async function setFirstPassword({ commands, passwords }: Deps, first: FirstPassword): Promise<void> {
  const { user, asker, hash, password } = first
  const { state } = await commands.handle({
    ...credentialsFold,
    stream: credentialsStream(user),
    asker,
    decide: (known) => chooseFirst(known, hash),
  })
  if (state?.hash !== hash && !(await passwords.matches(password, hashOf(state)))) refuseReuse()
}
