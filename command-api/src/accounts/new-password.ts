import { refuse } from '@thirty/contracts/refusals.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Commands } from '../handle.ts'
import { derivedId, refuseReuse, type Asker } from '../idempotency.ts'
import { refuseCommonPassword } from './common-password.ts'
import { credentialsFold, hashOf, replace, type Instead } from './credentials.ts'
import { revoke } from './decide.ts'
import { isAccount } from './evolve.ts'
import type { SignedIn } from './log-in.ts'
import type { Passwords } from './password.ts'
import { userFold } from './reserving.ts'
import { credentialsStream, userStream } from './streams.ts'

export type NewPasswordDeps = {
  commands: Commands
  log: Pick<EventLog, 'truncate'>
  passwords: Passwords
  /** Hears why the hash of the password before stays in the log until the next change. */
  onHashLeft?: (error: unknown) => void
}

export type NewPassword = {
  user: string
  password: string
  /** Without a digest of the request: what is stored must tell nothing about a password. */
  asker: Asker
  /** Name of the field under which a password that is too common is refused; `password` when missing. */
  field?: string
  /** What is replaced; whatever is there when missing, or nothing. */
  instead?: Instead
}

/** `isNew`: whether this call brought the change to its end, rather than answer once more that it is made. */
export type PasswordChanged = SignedIn & { isNew: boolean }

/**
 * Gives a user a new password, or the first, and ends all sessions. The account that it answers says the version of those
 * that may be opened now. The password is set first: whoever signs in with it ends the older sessions, should this
 * process end in between. The same command again changes nothing.
 * Throws `invalid-fields`, `not-found` for who has no account, `key-reused` for a known key with another password,
 * `conflict`, and `busy`.
 */
export async function setNewPassword(deps: NewPasswordDeps, change: NewPassword): Promise<PasswordChanged> {
  const { commands, log, passwords, onHashLeft = () => undefined } = deps
  const { user, password, asker, field, instead } = change
  refuseCommonPassword(password, field)
  const stream = credentialsStream(user)
  const [before, hash] = await Promise.all([
    commands.load(userStream(user), userFold),
    passwords.hash(password),
  ])
  if (!isAccount(before.state)) refuse('not-found', 'This account is no longer there.')
  const sessionVersion = before.state.sessionVersion + 1

  const set = await commands.handle({
    ...credentialsFold,
    stream,
    asker: partOf(asker, 'password'),
    decide: (known) => replace(known, { hash, sessionVersion, instead }),
  })
  if (set.state?.hash !== hash && !(await passwords.matches(password, hashOf(set.state)))) refuseReuse()
  const { state, position } = await commands.handle({
    ...userFold,
    stream: userStream(user),
    asker: partOf(asker, 'sessions'),
    decide: revoke,
  })
  // The log keeps the newest hash only. What is left behind here goes with the next change, and is no reason to say that
  // nothing was changed: the sessions have ended, and whoever asked gets the next one from this answer alone.
  if (typeof set.revision === 'number') await log.truncate(stream, set.revision).catch(onHashLeft)
  if (!isAccount(state)) refuse('not-found', 'This account is no longer there.')
  const isNew = state.sessionVersion > before.state.sessionVersion
  return { id: user, account: state, position, isNew }
}

/** One of several steps of a command, each of which is done once. */
export const partOf = (asker: Asker, part: string): Asker => ({
  ...asker,
  command: { ...asker.command, id: derivedId(asker.command.id, part) },
})
