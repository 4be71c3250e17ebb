// The password of a user: the handler that changes it for a caller who knows the current one, its stream, the checks of a password that
// somebody who is logged in sends and of one that is too common, and `setNewPassword`, which replaces one in steps and ends all sessions.
// A login checks its password in `sessions/log-in.ts`; second factors are in `two-factor/`.

import { accountEndpoints, type ChangePasswordRequest } from '@thirty/contracts/accounts/api.ts'
import { refuse, refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import { say, type Text } from '@thirty/contracts/texts/text.ts'
import { credentialsEvents, type CredentialsEvent } from '@thirty/contracts/accounts/sign-in-events.ts'
import type { Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { dictionary } from '@zxcvbn-ts/language-common'
import {
  causedOneOf,
  stepContext,
  withoutDigest,
  type CommandContext,
  refuseKeyReuse,
} from '../../idempotency.ts'
import type { AccountParts, Parts } from '../../parts.ts'
import { streamKind } from '../../fold.ts'
import { countSessionAttempt, forgetAttempts } from '../attempts/count-attempts.ts'
import { sendPasswordChanged } from '../security-mails.ts'
import { changeAccount, isAccount, users, type LoadedAccount } from '../account.ts'
import { confirmProvenEmail, revokeSessions } from '../decide.ts'
import { preparePassword, type PasswordHasher } from './password-hasher.ts'

export function changePasswordHandlers(parts: Parts): Endpoint[] {
  const { tokens, limits, languageOf, steps } = parts
  return [
    steps(accountEndpoints.changePassword, 'change-password', async ({ caller, body, request }, digested) => {
      const change = { user: caller.id, ...body, context: withoutDigest(digested) }
      const attempt = () => changePassword(parts, change)
      // A repeated change reveals whether the new password is the current one.
      const changed = await countSessionAttempt(limits, 'sign-in', caller, attempt, 'key-reused')
      const { id, account, position, isNew } = changed
      await forgetAttempts(limits, id, request)
      if (isNew) sendPasswordChanged(parts, account, languageOf(request))
      const token = tokens.issue({ id, version: account.sessionVersion })
      return { message: 'Password changed', position, token }
    }),
  ]
}

/**
 * Changes a password. Repeating the same command returns the same result. Throws `wrong-credentials`, `no-password`, `invalid-fields`, and
 * what `setNewPassword` throws.
 */
async function changePassword(
  parts: Parts,
  request: ChangePasswordRequest & { user: string; context: CommandContext },
): Promise<PasswordChangeResult> {
  const { user, currentPassword, newPassword, context } = request
  refuseCommonPassword(newPassword, 'newPassword')
  const { state, events } = await credentialStreams.load(parts.commands, user)
  const change = { user, password: newPassword, context }
  if (causedOneOf(stepContext(context, 'password'), events)) return setNewPassword(parts, change)

  const wrong = { field: 'currentPassword', said: say('currentPasswordWrong') }
  await requirePassword(parts.passwords, state, currentPassword, wrong)
  if (preparePassword(currentPassword) === preparePassword(newPassword))
    refuseField('newPassword', 'newPasswordSame')
  return setNewPassword(parts, {
    ...change,
    requireUnchanged: (now) => {
      if (passwordHash(now) !== passwordHash(state)) refuse('conflict', 'passwordChanged')
    },
  })
}

/**
 * The password of a user; `undefined` if the user never had one. `hash` is null after the password was removed: repeating
 * the sign-up must not set it again. Sessions with a version below `sessionVersion` were opened with an older password.
 */
export type Credentials = { hash: string | null; sessionVersion: number } | undefined

export const credentialStreams = streamKind<Credentials, CredentialsEvent>((id) => `credentials-${id}`, {
  events: credentialsEvents,
  initial: undefined,
  evolve: (_credentials, event) => {
    switch (event.type) {
      case 'PasswordSet':
        return { hash: event.data.hash, sessionVersion: event.data.sessionVersion ?? 0 }
      case 'PasswordRemoved':
        return { hash: null, sessionVersion: event.data.sessionVersion }
    }
  },
})

/** Returns the hash to check a password against; `undefined` for a user without a password. */
export const passwordHash = (credentials: Credentials): string | undefined => credentials?.hash ?? undefined

/** Checks a password of somebody who is logged in. Throws `no-password`, and `wrong-credentials` at `field`. */
export async function requirePassword(
  passwords: Pick<PasswordHasher, 'matches'>,
  credentials: Credentials,
  password: string,
  { field, said }: { field: string; said: Text } = { field: 'password', said: say('wrongPassword') },
): Promise<void> {
  const storedHash = passwordHash(credentials)
  if (storedHash === undefined) refuse('no-password', 'noPasswordYet')
  if (!(await passwords.matches(password, storedHash))) refuseField(field, said, 'wrong-credentials')
}

/** Removes the password, if there is one. `sessionVersion`: as in `Credentials`; the caller ends the sessions below it. */
export const removePassword = (credentials: Credentials, sessionVersion: number): CredentialsEvent[] =>
  passwordHash(credentials) === undefined ? [] : [{ type: 'PasswordRemoved', data: { sessionVersion } }]

type SetNewPassword = {
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
 * Sets the password of a user who has proved who they are, and ends all sessions. Callers refuse a common password before. The returned
 * account has the session version for new sessions. The password is set first: if the process ends in between, the next login ends the
 * older sessions. Repeating the same command changes nothing. Throws `not-found` for a missing account, also one that is erased meanwhile,
 * `key-reused` for a known key with another password, `conflict`, and `busy`.
 */
export async function setNewPassword(
  deps: AccountParts,
  { user, password, context, hash: givenHash, provesEmail = false, requireUnchanged }: SetNewPassword,
): Promise<PasswordChangeResult> {
  const { commands, log, passwords, warn } = deps
  const [before, hash] = await Promise.all([
    users.load(commands, user),
    givenHash ?? passwords.hash(password),
  ])
  if (!isAccount(before.state)) refuse('not-found', 'accountGone')
  const sessionVersion = before.state.sessionVersion + 1

  const step = stepContext(context, 'password')
  const credentials = await credentialStreams.change(commands, user, step, (current) => {
    requireUnchanged?.(current)
    return [{ type: 'PasswordSet', data: { hash, sessionVersion } }]
  })
  const isHashSet = credentials.state?.hash === hash
  if (!isHashSet && !(await passwords.matches(password, passwordHash(credentials.state)))) refuseKeyReuse()
  const { account, position } = await changeAccount(
    commands,
    user,
    stepContext(context, 'sessions'),
    (current) =>
      isAccount(current)
        ? [...revokeSessions(current), ...(provesEmail ? confirmProvenEmail(current) : [])]
        : refuse('not-found', 'accountGone'),
  )
  // The log keeps only the newest hash. A failure here must not fail the request: the sessions have ended, and only this
  // response contains a token for a new one. The next change removes the older hash.
  if (typeof credentials.revision === 'number')
    await log
      .truncate(credentialStreams.nameOf(user), credentials.revision)
      .catch((error: unknown) =>
        warn?.('the hash of an old password stays until the next password change', error),
      )
  return { id: user, account, position, isNew: account.sessionVersion > before.state.sessionVersion }
}

const common = new Set(dictionary['passwords-common'])
const minCoreLength = 5

/**
 * Refuses a common password, also if it only adds capitals, and digits and symbols at its ends, to meet the rules.
 * Throws `invalid-fields` at `field`.
 */
export function refuseCommonPassword(password: string, field = 'password'): void {
  if (isCommon(password)) refuseField(field, 'passwordTooCommon')
}

function isCommon(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase()
  const withoutSymbols = text.replace(/^[^\p{L}\p{N}]+|(?<=[\p{L}\p{N}])[^\p{L}\p{N}]+$/gu, '')
  const core = text.replace(/^\P{L}+|(?<=\p{L})\P{L}+$/gu, '')
  return common.has(text) || common.has(withoutSymbols) || (core.length >= minCoreLength && common.has(core))
}
