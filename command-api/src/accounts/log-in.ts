import { randomUUID } from 'node:crypto'
import type { LogInRequest } from '@thirty/contracts/api/accounts.ts'
import type { Commands } from '../handle.ts'
import { credentialsFold, hashOf } from './credentials.ts'
import { isDeleted } from './deletion.ts'
import { revokeBelow, signIn } from './decide.ts'
import type { Account } from './evolve.ts'
import type { Passwords } from './password.ts'
import { reservationFold } from './reservation.ts'
import { userFold } from './reserving.ts'
import { credentialsStream, signInStream, userStream } from './streams.ts'

/** Who signed in, and the place in the log of what we know about them. */
export type SignedIn = { id: string; account: Account; position: bigint }

type Deps = { commands: Commands; passwords: Passwords }

/** Stands in for an unknown name, so that it takes the same steps as a known one. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** Proves who somebody is. Throws `wrong-credentials` without saying what was wrong, `account-inactive`, `busy`. */
export async function logIn(
  { commands, passwords }: Deps,
  { emailOrUsername, password }: LogInRequest,
  correlation: string,
): Promise<SignedIn> {
  const id = await holderOf(commands, emailOrUsername)
  const user = await commands.load(userStream(id), userFold)
  // After the user: a session of the version just read must not be opened with a password that was replaced before.
  const [{ state: known }, isGone] = await Promise.all([
    commands.load(credentialsStream(id), credentialsFold),
    isDeleted(commands, id),
  ])
  const isRight = await passwords.matches(password, hashOf(known))
  const account = signIn(user.state, isRight && !isGone)
  const { sessionVersion = 0 } = known ?? {}
  if (account.sessionVersion >= sessionVersion) return { id, account, position: user.position }
  return endOlderSessions(commands, { id, sessionVersion, correlation })
}

/** Whoever changed the password did not come to the end of it: the sessions opened with the old one are still there. */
async function endOlderSessions(
  commands: Commands,
  { id, sessionVersion, correlation }: { id: string; sessionVersion: number; correlation: string },
): Promise<SignedIn> {
  const { state, position } = await commands.handle({
    ...userFold,
    stream: userStream(id),
    asker: { actor: id, correlation, command: { id: randomUUID() } },
    decide: (user) => revokeBelow(user, sessionVersion),
  })
  return { id, account: signIn(state, true), position }
}

async function holderOf(commands: Commands, emailOrUsername: string): Promise<string> {
  const stream = signInStream(emailOrUsername)
  if (stream === undefined) return nobody
  const { state } = await commands.load(stream, reservationFold)
  return state.status === 'held' ? state.user : nobody
}
