import type { LogInRequest } from '@thirty/contracts/api/accounts.ts'
import type { Commands } from '../handle.ts'
import { credentialsFold } from './credentials.ts'
import { signIn } from './decide.ts'
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
): Promise<SignedIn> {
  const id = await holderOf(commands, emailOrUsername)
  const [user, credentials] = await Promise.all([
    commands.load(userStream(id), userFold),
    commands.load(credentialsStream(id), credentialsFold),
  ])
  const isRight = await passwords.matches(password, credentials.state ?? undefined)
  return { id, account: signIn(user.state, isRight), position: user.position }
}

async function holderOf(commands: Commands, emailOrUsername: string): Promise<string> {
  const stream = signInStream(emailOrUsername)
  if (stream === undefined) return nobody
  const { state } = await commands.load(stream, reservationFold)
  return state.status === 'held' ? state.user : nobody
}
