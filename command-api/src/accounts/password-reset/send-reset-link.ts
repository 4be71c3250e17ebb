import { randomUUID } from 'node:crypto'
import type { Clock } from '@thirty/infra/clock.ts'
import type { Mailer } from '@thirty/infra/mail/mail.ts'
import type { Commands } from '../../handle.ts'
import { isDeleted } from '../deletion/deletion.ts'
import { isAccount } from '../evolve.ts'
import { resetLinkMinutes, requestReset, resetLinkFold, resetLinkStream } from './reset-link.ts'
import { passwordResetMail } from '../password/password-mails.ts'
import { reservationFold } from '../names/reservation.ts'
import { userFold } from '../names/reserve-names.ts'
import { emailStream, userStream } from '../streams.ts'

export type SendResetLinkDeps = {
  commands: Commands
  clock: Clock
  mail: Pick<Mailer, 'send'>
  /** Where links in mails lead; nothing that a request says changes it. */
  publicUrl: URL
}

type SendResetLink = { email: string; token: string; correlation: string }

/**
 * Sends the owner of an address a link with this token. Nothing happens where nobody has the address, or the account is
 * not active; whoever asked must not notice, so this is done after the answer. Links that were sent before stay good: they
 * went to the same address.
 */
export async function sendResetLink(
  deps: SendResetLinkDeps,
  { email, token, correlation }: SendResetLink,
): Promise<void> {
  const { commands, clock, mail, publicUrl } = deps
  const owner = await findActiveOwner(commands, email)
  if (owner === undefined) return
  const stream = resetLinkStream(token)
  const { state, events } = await commands.handle({
    ...resetLinkFold,
    stream,
    context: { actor: owner.id, correlation, command: { id: randomUUID() } },
    decide: (link) => requestReset(link, { user: owner.id, now: clock() }),
  })
  if (state.status !== 'open' || events.length === 0) return
  const link = new URL('/reset-password', publicUrl)
  link.searchParams.set('token', token)
  mail.send(passwordResetMail(owner.account, { link, until: state.expiresAt, minutes: resetLinkMinutes }))
}

async function findActiveOwner(commands: Commands, email: string) {
  const { state: holder } = await commands.load(emailStream(email), reservationFold)
  if (holder.status !== 'held') return undefined
  const id = holder.user
  const [{ state: account }, isGone] = await Promise.all([
    commands.load(userStream(id), userFold),
    isDeleted(commands, id),
  ])
  return isAccount(account) && account.status !== 'inactive' && !isGone ? { id, account } : undefined
}
