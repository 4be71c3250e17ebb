import { randomUUID } from 'node:crypto'
import type { Clock } from '@thirty/infra/clock.ts'
import type { Recorded } from '../../fold.ts'
import { deriveId, isCausedBy, type CommandContext } from '../../idempotency.ts'
import { refuseCommonPassword } from '../password/common-password.ts'
import { credentialsFold, passwordHash } from '../password/credentials.ts'
import { isDeleted } from '../deletion/deletion.ts'
import { isAccount } from '../evolve.ts'
import {
  stepContext,
  setNewPassword,
  type SetPasswordDeps,
  type PasswordChangeResult,
} from '../password/set-new-password.ts'
import {
  refuseResetLink,
  resetLinkFold,
  resetLinkStream,
  redeemResetLink,
  type ResetLink,
} from './reset-link.ts'
import { userFold } from '../names/reserve-names.ts'
import { credentialsStream, userStream } from '../streams.ts'

export type ResetPasswordDeps = SetPasswordDeps & { clock: Clock }

export type ResetPassword = {
  token: string
  password: string
  correlation: string
  /** Idempotency key. With it the same reset, should its answer be lost, is brought to its end and answered again. */
  key?: string | undefined
}

/**
 * Sets the password of whoever has the token, and ends all their sessions. The token is used up first: two who have it
 * never set two passwords. A process that ends in between costs another mail.
 * Throws `invalid-fields`, `reset-link-over`, `not-found`, `key-reused`, `conflict` and `busy`.
 */
export async function resetPassword(
  deps: ResetPasswordDeps,
  reset: ResetPassword,
): Promise<PasswordChangeResult> {
  const { commands, clock, passwords } = deps
  const { token, password, correlation, key } = reset
  refuseCommonPassword(password)
  const stream = resetLinkStream(token)
  const { state: link, events: past } = await commands.load(stream, resetLinkFold)
  if (link.status === 'none') refuseResetLink()
  const { user } = link
  const known = await loadActiveCredentials(commands, user)
  // Not the body's digest: what is stored must tell nothing about the password.
  const id = key === undefined ? randomUUID() : deriveId('reset-password', stream, key)
  const context: CommandContext = { actor: user, correlation, command: { id } }
  if (includesCommand(known.events, stepContext(context, 'password')))
    return setNewPassword(deps, { user, password, context })

  const following = (state: ResetLink) =>
    redeemResetLink(state, { now: clock(), passwordSet: known.position })
  // One that broke off goes on, unless there is a newer password by now.
  if (!includesCommand(past, context) || known.position > link.requestedPosition) following(link)
  // Before the link is used up: a server that is busy must not cost anybody the link.
  const hash = await passwords.hash(password)
  await commands.handle({ ...resetLinkFold, stream, context, decide: following })
  const hashed = { ...deps, passwords: { ...passwords, hash: async () => hash } }
  // Of two links that are followed at once one sets the password, also the first one: the other is over by then.
  const instead = { hash: passwordHash(known.state) ?? null, onMismatch: refuseResetLink }
  return setNewPassword(hashed, { user, password, context, expected: instead })
}

/** The password of somebody who may have another one. */
async function loadActiveCredentials(commands: ResetPasswordDeps['commands'], user: string) {
  const [{ state: account }, isGone, known] = await Promise.all([
    commands.load(userStream(user), userFold),
    isDeleted(commands, user),
    commands.load(credentialsStream(user), credentialsFold),
  ])
  return isAccount(account) && account.status !== 'inactive' && !isGone ? known : refuseResetLink()
}

const includesCommand = (events: readonly Recorded[], { command }: CommandContext): boolean =>
  events.some(({ metadata }) => isCausedBy(command, metadata.causation))
