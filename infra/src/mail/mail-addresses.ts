// Addresses in the configuration of emails: a mail server, and a mailbox (a name with an email address).

import { isEmailAddress } from '@thirty/contracts/accounts/email-address.ts'
import { percentDecoded } from '../percent-decoded.ts'

export type SmtpAddress = NonNullable<ReturnType<typeof parseSmtpAddress>>

const defaultPorts: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 }

/**
 * Parses `smtps://user:password@mail.example.org:465`; `undefined` for an invalid address. User and password must be
 * given together or not at all.
 */
export function parseSmtpAddress(text: string) {
  if (!/^smtps?:\/\/[^/]/.test(text) || !URL.canParse(text)) return undefined
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text)
  if (hostname === '' || !['', '/'].includes(pathname) || search + hash !== '') return undefined
  if ((username === '') !== (password === '')) return undefined
  const [user, secret] = [percentDecoded(username), percentDecoded(password)]
  if (user === undefined || secret === undefined) return undefined
  return {
    hosts: [hostname],
    host: hostname.replaceAll(/^\[|\]$/g, ''),
    port: port === '' ? (defaultPorts[protocol] ?? 0) : Number(port),
    /** TLS from the start of the connection instead of STARTTLS. */
    isEncrypted: protocol === 'smtps:',
    ...(user !== '' && { user, password: secret }),
  }
}

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
