import { refuse } from '@thirty/contracts/refusals.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { Commands } from '../../handle.ts'
import { deriveId, refuseKeyReuse, type CommandContext } from '../../idempotency.ts'
import { refuseCommonPassword } from './common-password.ts'
import { credentialsFold, passwordHash, replacePassword, type ExpectedHash } from './credentials.ts'
import { revokeSessions } from '../decide.ts'
import { isAccount } from '../evolve.ts'
import type { LoadedAccount } from '../sessions/log-in.ts'
import type { PasswordHasher } from './password-hasher.ts'
import { userFold } from '../names/reserve-names.ts'
import { credentialsStream, userStream } from '../streams.ts'

export type SetPasswordDeps = {
  commands: Commands
  log: Pick<EventLog, 'truncate'>
  passwords: PasswordHasher
  /** Hears why the hash of the password before stays in the log until the next change. */
  onTruncateFailed?: (error: unknown) => void
}

export type SetNewPassword = {
  user: string
  password: string
  /** Without a digest of the request: what is stored must tell nothing about a password. */
  context: CommandContext
  /** Name of the field under which a password that is too common is refused; `password` when missing. */
  field?: string
  /** What is replaced; whatever is there when missing, or nothing. */
  expected?: ExpectedHash
}

/** `isNew`: whether this call brought the change to its end, rather than answer once more that it is made. */
export type PasswordChangeResult = LoadedAccount & { isNew: boolean }

/**
 * Gives a user a new password, or the first, and ends all sessions. The account that it answers says the version of those
 * that may be opened now. The password is set first: whoever signs in with it ends the older sessions, should this
 * process end in between. The same command again changes nothing.
 * Throws `invalid-fields`, `not-found` for who has no account, `key-reused` for a known key with another password,
 * `conflict`, and `busy`.
 */
export async function setNewPassword(
  deps: SetPasswordDeps,
  change: SetNewPassword,
): Promise<PasswordChangeResult> {
  const { commands, log, passwords, onTruncateFailed: onHashLeft = () => undefined } = deps
  const { user, password, context, field, expected: instead } = change
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
    context: stepContext(context, 'password'),
    decide: (known) => replacePassword(known, { hash, sessionVersion, expected: instead }),
  })
  if (set.state?.hash !== hash && !(await passwords.matches(password, passwordHash(set.state))))
    refuseKeyReuse()
  const { state, position } = await commands.handle({
    ...userFold,
    stream: userStream(user),
    context: stepContext(context, 'sessions'),
    decide: revokeSessions,
  })
  // The log keeps the newest hash only. What is left behind here goes with the next change, and is no reason to say that
  // nothing was changed: the sessions have ended, and whoever asked gets the next one from this answer alone.
  if (typeof set.revision === 'number') await log.truncate(stream, set.revision).catch(onHashLeft)
  if (!isAccount(state)) refuse('not-found', 'This account is no longer there.')
  const isNew = state.sessionVersion > before.state.sessionVersion
  return { id: user, account: state, position, isNew }
}

/** One of several steps of a command, each of which is done once. */
export const stepContext = (context: CommandContext, part: string): CommandContext => ({
  ...context,
  command: { ...context.command, id: deriveId(context.command.id, part) },
})
