import { randomUUID } from 'node:crypto'
import type { Clock } from '@thirty/infra/clock.ts'
import { derivedId, type Asker } from '../idempotency.ts'
import { refuseCommonPassword } from './common-password.ts'
import { credentialsFold } from './credentials.ts'
import { isAccount } from './evolve.ts'
import type { SignedIn } from './log-in.ts'
import { setNewPassword, type NewPasswordDeps } from './new-password.ts'
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
 * Throws `invalid-fields`, `reset-link-over`, `key-reused`, `conflict` and `busy`.
 */
export async function resetPassword(deps: ResetPasswordDeps, reset: ResetPassword): Promise<SignedIn> {
  const { commands, clock, passwords } = deps
  const { token, password, correlation, key } = reset
  refuseCommonPassword(password)
  const stream = resetStream(token)
  const { state: link } = await commands.load(stream, resetLinkFold)
  if (link.status === 'none') refuseLink()
  const { user } = link
  const [{ state: account }, { position: passwordSet }] = await Promise.all([
    commands.load(userStream(user), userFold),
    commands.load(credentialsStream(user), credentialsFold),
  ])
  if (!isAccount(account) || account.status === 'inactive') refuseLink()
  const following = (state: ResetLink) => follow(state, { now: clock(), passwordSet })
  const mayBeDone = link.status === 'used' && key !== undefined
  if (!mayBeDone) following(link)
  // Before the link is used up: a server that is busy must not cost anybody the link.
  const hash = await passwords.hash(password)

  // Not the body's digest: what is stored must tell nothing about the password.
  const id = key === undefined ? randomUUID() : derivedId('reset-password', stream, key)
  const asker: Asker = { actor: user, correlation, command: { id } }
  await commands.handle({ ...resetLinkFold, stream, asker, decide: following })
  const hashed = { ...deps, passwords: { ...passwords, hash: async () => hash } }
  return setNewPassword(hashed, { user, password, asker })
}
