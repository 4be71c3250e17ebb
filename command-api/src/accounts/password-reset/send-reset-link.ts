import type { AccountLanguage } from '@thirty/contracts/rules/account-languages.ts'
import { newContext } from '../../idempotency.ts'
import type { With } from '../../parts.ts'
import { loadAccount } from '../load-account.ts'
import { findNameHolder } from '../names/reserve-names.ts'
import { passwordResetMail } from '../password/password-mails.ts'
import { requestReset, resetLinkFold, resetLinkMinutes, resetLinkStream } from './reset-link.ts'

type SendResetLinkParts = With<'commands' | 'clock' | 'names' | 'mail' | 'publicUrl'>

/** `reader` is the language of the page where the link was requested. */
type SendResetLink = { email: string; token: string; correlation: string; reader: AccountLanguage }

/**
 * Sends an email with a reset link for this token to the owner of an address. Does nothing if the address has no active
 * account. Must run after the response: its duration would reveal whether there is an account. Links that were sent before
 * stay valid, as they went to the same address.
 */
export async function sendResetLink(
  { commands, clock, names, mail, publicUrl }: SendResetLinkParts,
  { email, token, correlation, reader }: SendResetLink,
): Promise<void> {
  const owner = await findActiveOwner({ commands, names }, email)
  if (owner === undefined) return
  const stream = resetLinkStream(token)
  const { state, events } = await commands.handle({
    ...resetLinkFold,
    stream,
    // Without an actor: anyone may ask for a link, and nothing says that it was the owner.
    context: newContext({ correlation }),
    decide: (link) => requestReset(link, { user: owner.id, now: clock() }),
  })
  if (state.status !== 'open' || events.length === 0) return
  const link = new URL('/reset-password', publicUrl)
  link.searchParams.set('token', token)
  mail.send(
    passwordResetMail(owner.account, { reader, link, until: state.expiresAt, minutes: resetLinkMinutes }),
  )
}

async function findActiveOwner({ commands, names }: With<'commands' | 'names'>, email: string) {
  const id = await findNameHolder({ commands }, names.email(email))
  const account = id === undefined ? undefined : await loadAccount(commands, id)
  if (id === undefined || account === undefined || account.status === 'inactive') return undefined
  return { id, account }
}
