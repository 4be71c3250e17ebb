import { randomUUID } from 'node:crypto'
import type { LogInRequest } from '@thirty/contracts/api/accounts/accounts.ts'
import type { Commands } from '../../handle.ts'
import { credentialsFold, passwordHash } from '../password/credentials.ts'
import { isDeleted } from '../deletion/deletion.ts'
import { revokeSessionsBelow, authenticate } from '../decide.ts'
import type { Account } from '../evolve.ts'
import type { PasswordHasher } from '../password/password-hasher.ts'
import { reservationFold } from '../names/reservation.ts'
import { userFold } from '../names/reserve-names.ts'
import { credentialsStream, loginNameStream, userStream } from '../streams.ts'

/** Who signed in, and the place in the log of what we know about them. */
export type LoadedAccount = { id: string; account: Account; position: bigint }

type Deps = { commands: Commands; passwords: PasswordHasher }

/** Stands in for an unknown name, so that it takes the same steps as a known one. */
const unknownUserId = '00000000-0000-0000-0000-000000000000'

/** Proves who somebody is. Throws `wrong-credentials` without saying what was wrong, `account-inactive`, `busy`. */
export async function logIn(
  { commands, passwords }: Deps,
  { emailOrUsername, password }: LogInRequest,
  correlation: string,
): Promise<LoadedAccount> {
  const id = await findUserId(commands, emailOrUsername)
  const user = await commands.load(userStream(id), userFold)
  // After the user: a session of the version just read must not be opened with a password that was replaced before.
  const [{ state: known }, isGone] = await Promise.all([
    commands.load(credentialsStream(id), credentialsFold),
    isDeleted(commands, id),
  ])
  const isRight = await passwords.matches(password, passwordHash(known))
  const account = authenticate(user.state, isRight && !isGone)
  const { sessionVersion = 0 } = known ?? {}
  if (account.sessionVersion >= sessionVersion) return { id, account, position: user.position }
  return endOlderSessions(commands, { id, sessionVersion, correlation })
}

/** Whoever changed the password did not come to the end of it: the sessions opened with the old one are still there. */
async function endOlderSessions(
  commands: Commands,
  { id, sessionVersion, correlation }: { id: string; sessionVersion: number; correlation: string },
): Promise<LoadedAccount> {
  const { state, position } = await commands.handle({
    ...userFold,
    stream: userStream(id),
    context: { actor: id, correlation, command: { id: randomUUID() } },
    decide: (user) => revokeSessionsBelow(user, sessionVersion),
  })
  return { id, account: authenticate(state, true), position }
}

async function findUserId(commands: Commands, emailOrUsername: string): Promise<string> {
  const stream = loginNameStream(emailOrUsername)
  if (stream === undefined) return unknownUserId
  const { state } = await commands.load(stream, reservationFold)
  return state.status === 'held' ? state.user : unknownUserId
}
