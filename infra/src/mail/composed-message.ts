// Composes the message of an email for nodemailer, and refuses an email that can never be delivered.

import { isEmailAddress } from '@thirty/contracts/accounts/email-address.ts'
import type { MailComposerOptions } from 'nodemailer/lib/mail-composer'
import type { StoredEmail } from './stored-emails.ts'
import { Undeliverable } from './mail.ts'
import type { Mailbox } from './mail-addresses.ts'

/** A message for nodemailer: headers and both forms of the content, as in RFC 5322. */
export type ComposedMessage = Pick<
  MailComposerOptions,
  'from' | 'to' | 'subject' | 'text' | 'html' | 'messageId' | 'date' | 'headers'
>

const maxSubjectLength = 200

/**
 * Composes a message; every attempt sends it with the id of its email, also in another process. Throws `Undeliverable` unless the message
 * has exactly one address, a valid subject and a code of a language, so that no field can add headers.
 */
export function composeMessage({ id, at, email }: StoredEmail, from: Mailbox): ComposedMessage {
  const { to, language, subject, text, html, unsubscribe } = email
  if (!isEmailAddress(to)) throw new Undeliverable('address')
  if (!/^[\w-]+$/.test(language)) throw new Undeliverable('language')
  if (/\p{C}/u.test(subject) || subject.length > maxSubjectLength) throw new Undeliverable('subject')
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    date: new Date(at),
    // Tells automatic responders not to reply (RFC 3834).
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': language,
      ...(unsubscribe && unsubscribeHeaders(unsubscribe)),
    },
  }
}

/** Returns the headers of one-click unsubscription (RFC 2369, RFC 8058). */
const unsubscribeHeaders = ({ href }: URL): Record<string, { prepared: true; value: string }> => ({
  // Prepared, so that the long address is neither encoded nor folded: mail programs would not recognize it.
  'List-Unsubscribe': { prepared: true, value: `<${href}>` },
  'List-Unsubscribe-Post': { prepared: true, value: 'List-Unsubscribe=One-Click' },
})

/** The content of a message must not make nodemailer read a file or fetch a URL. */
export const contentRestrictions = { disableFileAccess: true, disableUrlAccess: true } as const
