import { randomUUID } from 'node:crypto'
import type { Clock } from '@thirty/infra/clock.ts'
import type { Past } from '../fold.ts'
import { derivedId, isCausedBy, type Asker } from '../idempotency.ts'
import { refuseCommonPassword } from './common-password.ts'
import { credentialsFold, hashOf } from './credentials.ts'
import { isDeleted } from './deletion.ts'
import { isAccount } from './evolve.ts'
import { partOf, setNewPassword, type NewPasswordDeps, type PasswordChanged } from './new-password.ts'
import { refuseLink, resetLinkFold, resetStream, follow, type ResetLink } from './reset-link.ts'
import { userFold } from './reserving.ts'
import { credentialsStream, userStream } from './streams.ts'

export type ResetPasswordDeps = NewPasswordDeps & { clock: Clock }

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
export async function resetPassword(deps: ResetPasswordDeps, reset: ResetPassword): Promise<PasswordChanged> {
  const { commands, clock, passwords } = deps
  const { token, password, correlation, key } = reset
  refuseCommonPassword(password)
  const stream = resetStream(token)
  const { state: link, events: past } = await commands.load(stream, resetLinkFold)
  if (link.status === 'none') refuseLink()
  const { user } = link
  const known = await passwordOf(commands, user)
  // Not the body's digest: what is stored must tell nothing about the password.
  const id = key === undefined ? randomUUID() : derivedId('reset-password', stream, key)
  const asker: Asker = { actor: user, correlation, command: { id } }
  if (isIn(known.events, partOf(asker, 'password'))) return setNewPassword(deps, { user, password, asker })

  const following = (state: ResetLink) => follow(state, { now: clock(), passwordSet: known.position })
  // One that broke off goes on, unless there is a newer password by now.
  if (!isIn(past, asker) || known.position > link.requested) following(link)
  // Before the link is used up: a server that is busy must not cost anybody the link.
  const hash = await passwords.hash(password)
  await commands.handle({ ...resetLinkFold, stream, asker, decide: following })
  const hashed = { ...deps, passwords: { ...passwords, hash: async () => hash } }
  // Of two links that are followed at once one sets the password, also the first one: the other is over by then.
  const instead = { hash: hashOf(known.state) ?? null, refuse: refuseLink }
  return setNewPassword(hashed, { user, password, asker, instead })
}

/** The password of somebody who may have another one. */
async function passwordOf(commands: ResetPasswordDeps['commands'], user: string) {
  const [{ state: account }, isGone, known] = await Promise.all([
    commands.load(userStream(user), userFold),
    isDeleted(commands, user),
    commands.load(credentialsStream(user), credentialsFold),
  ])
  return isAccount(account) && account.status !== 'inactive' && !isGone ? known : refuseLink()
}

const isIn = (events: readonly Past[], { command }: Asker): boolean =>
  events.some(({ metadata }) => isCausedBy(command, metadata.causation))
