import { isEmailAddress } from '@thirty/contracts/rules/text/email-address.ts'

/** Somebody's mailbox: `address` is one address, `name` may be empty. */
export type Mailbox = { name: string; address: string }

const named = /^(?:"([^"\\<>]*)"|([^"\\<>,;:@]*))\s*<([^<>]+)>$/

/** The mailbox that a text names, as `Thirty <thirty@example.org>` or the address alone; `undefined` for any other text. */
export function parseMailbox(text: string): Mailbox | undefined {
  if (/\p{C}/u.test(text)) return undefined
  const [, quoted, plain, within] = named.exec(text.trim()) ?? []
  const mailbox = { name: (quoted ?? plain ?? '').trim(), address: within?.trim() ?? text.trim() }
  return isEmailAddress(mailbox.address) ? mailbox : undefined
}
