import { randomUUID } from 'node:crypto'
import { isEmailAddress } from '@thirty/contracts/rules/text/email-address.ts'
import type { MailComposerOptions } from 'nodemailer/lib/mail-composer'
import { Undeliverable, type EmailMessage } from './mail.ts'
import type { Mailbox } from './mailbox.ts'

/** A letter as RFC 5322 wants it: headers and both forms of its content, in the terms of nodemailer. */
export type ComposedMessage = Pick<
  MailComposerOptions,
  'from' | 'to' | 'subject' | 'text' | 'html' | 'messageId' | 'date' | 'headers'
>

const longestSubject = 200

/**
 * Writes a letter once: however often it is sent, it stays the same message with the same id.
 * Throws `Undeliverable` for one that is no letter to one address: what a header holds comes from here alone.
 */
export function composeMessage(letter: EmailMessage, from: Mailbox, now: number): ComposedMessage {
  const { to, subject, text, html } = letter
  if (!isEmailAddress(to)) throw new Undeliverable('address')
  if (/\p{C}/u.test(subject) || subject.length > longestSubject) throw new Undeliverable('subject')
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${randomUUID()}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    date: new Date(now),
    // No answering machine answers to a machine (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

/** Nothing that a letter says makes nodemailer read a file or ask an address. */
export const contentRestrictions = { disableFileAccess: true, disableUrlAccess: true } as const
