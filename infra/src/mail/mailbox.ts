// A name with an email address, as headers of emails and the configuration write it.

import { isEmailAddress } from '@thirty/contracts/accounts/email-address.ts'

/** A mailbox: `address` is one address, `name` may be empty. */
export type Mailbox = { name: string; address: string }

const mailboxPattern = /^(?:"([^"\\<>]*)"\s*|([^"\\<>,;:@]*))<([^<>]+)>$/

/** Parses `Ada Lovelace <ada@example.org>` or an address alone; `undefined` for any other text. */
export function parseMailbox(text: string): Mailbox | undefined {
  if (/\p{C}/u.test(text)) return undefined
  const [, quoted, plain, bracketed] = mailboxPattern.exec(text.trim()) ?? []
  const mailbox = { name: (quoted ?? plain ?? '').trim(), address: bracketed?.trim() ?? text.trim() }
  return isEmailAddress(mailbox.address) ? mailbox : undefined
}
