/** Somebody's mailbox: `address` is one address, `name` may be empty. */
export type Mailbox = { name: string; address: string }

/** Nothing that could end a header, begin a list or a comment, or be taken for a quoted text. */
const address = /^[^\s\p{C}@"'`<>()[\],;:\\]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,251}[\p{L}\p{N}])?$/u
const named = /^(?:"([^"\\<>]*)"|([^"\\<>,;:@]*))\s*<([^<>]+)>$/

/** Whether a text is exactly one address to which a mail can be sent. */
export const isAddress = (text: string): boolean => text.length <= 254 && address.test(text)

/** The mailbox that a text names, as `Thirty <thirty@example.org>` or the address alone; `undefined` for any other text. */
export function mailboxOf(text: string): Mailbox | undefined {
  if (/\p{C}/u.test(text)) return undefined
  const [, quoted, plain, within] = named.exec(text.trim()) ?? []
  const mailbox = { name: (quoted ?? plain ?? '').trim(), address: within?.trim() ?? text.trim() }
  return isAddress(mailbox.address) ? mailbox : undefined
}
