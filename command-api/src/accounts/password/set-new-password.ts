// Sets the password of a user and ends all sessions, for `endpoints.ts` and `password-reset/`, which check first who the user is
// and whether the password is common.

import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { refuseKeyReuse, stepContext, type CommandContext } from '../../idempotency.ts'
import type { With } from '../../parts.ts'
import { revokeSessions } from '../sessions/decide.ts'
import { confirmProvenEmail } from '../email-confirmation/decide.ts'
import { isAccount, type LoadedAccount } from '../evolve.ts'
import { passwordHash, type Credentials, credentialStreams } from './credentials.ts'
import { users } from '../load-account.ts'

export type SetPasswordParts = With<'commands' | 'log' | 'passwords' | 'onTruncateFailed'>

export type SetNewPassword = {
  user: string
  password: string
  /** Without a digest of the request: nothing that is stored may depend on a password. */
  context: CommandContext
  /** The hash of `password`, if the caller has computed it already. */
  hash?: string
  /** Whether the user proved with this request that the email address is theirs, which confirms it. */
  provesEmail?: boolean
  /** Throws if these are not the credentials that the change replaces. Any are, if missing. */
  requireUnchanged?: (current: Credentials) => void
}

/** `isNew`: whether this call completed the change; false if an earlier call did. */
export type PasswordChangeResult = LoadedAccount & { isNew: boolean }

/**
 * The returned account has the session version for new sessions. The password is set first: if the process ends in between, the next login
 * ends the older sessions. Repeating the same command changes nothing. Throws `not-found` for a missing account,
 * `key-reused` for a known key with another password, `conflict`, and `busy`.
 */
export async function setNewPassword(
  deps: SetPasswordParts,
  { user, password, context, hash: givenHash, provesEmail = false, requireUnchanged }: SetNewPassword,
): Promise<PasswordChangeResult> {
  const { commands, log, passwords, onTruncateFailed = () => undefined } = deps
  const [before, hash] = await Promise.all([
    users.load(commands, user),
    givenHash ?? passwords.hash(password),
  ])
  if (!isAccount(before.state)) refuse('not-found', say('accountGone'))
  const sessionVersion = before.state.sessionVersion + 1

  const step = stepContext(context, 'password')
  const credentials = await credentialStreams.change(commands, user, step, (current) => {
    requireUnchanged?.(current)
    return [{ type: 'PasswordSet', data: { hash, sessionVersion } }]
  })
  const isHashSet = credentials.state?.hash === hash
  if (!isHashSet && !(await passwords.matches(password, passwordHash(credentials.state)))) refuseKeyReuse()
  const { state, position } = await users.change(
    commands,
    user,
    stepContext(context, 'sessions'),
    (current) => [...revokeSessions(current), ...(provesEmail ? confirmProvenEmail(current) : [])],
  )
  // The log keeps only the newest hash. A failure here must not fail the request: the sessions have ended, and only this
  // response contains a token for a new one. The next change removes the older hash.
  if (typeof credentials.revision === 'number')
    await log.truncate(credentialStreams.nameOf(user), credentials.revision).catch(onTruncateFailed)
  if (!isAccount(state)) refuse('not-found', say('accountGone'))
  const isNew = state.sessionVersion > before.state.sessionVersion
  return { id: user, account: state, position, isNew }
}
