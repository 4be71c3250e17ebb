// Writes emails as text and as HTML, in the language of the recipient.

import {
  defaultLanguage,
  findAccountLanguage,
  type AccountLanguage,
} from '@thirty/contracts/languages/languages.ts'
import type { EmailMessage } from '@thirty/infra/mail/mail.ts'
import type { With } from './parts.ts'
import { textsIn, type Texts } from './texts.ts'
import escapeHtml from 'escape-html'

/** A part of an email: a paragraph, or a link on its own line. The first link is what the email is for: a button. */
export type MailPart = string | { link: URL; label: string }

/** A link of an email to a page that a token opens. */
export function tokenLink(publicUrl: URL, path: string, token: string): URL {
  const link = new URL(path, publicUrl)
  link.searchParams.set('token', token)
  return link
}

/** The person who receives an email. `language` is the code of the language of the account, if it has one. */
export type Recipient = { email: string; fullName: string; language?: string | null | undefined }

/** `moment` writes date and time of milliseconds since 1970. */
export type MailTexts = Texts & { moment: (at: number) => string }

/** The content of an email, written once and rendered as text and HTML. */
export type MailContent = Pick<EmailMessage, 'kind' | 'subject' | 'expiresAt' | 'unsubscribe'> & {
  parts: readonly MailPart[]
}

/** Writes an email as `writeMail` does, and queues it. Returns whether it was queued. */
export const sendMail = ({ mail }: With<'mail'>, ...content: Parameters<typeof writeMail>): boolean =>
  mail.send(writeMail(...content))

/**
 * Writes an email in the language of the account, else in that of the page whose reader caused it, else in the default language. Markup in
 * names and paragraphs stays text.
 */
export function writeMail(
  { email, fullName, language: ofAccount }: Recipient,
  reader: AccountLanguage | undefined,
  write: (texts: MailTexts) => MailContent,
): EmailMessage {
  const texts = textsIn(findAccountLanguage(ofAccount) ?? reader ?? defaultLanguage)
  const { language, text } = texts
  const moment = (at: number) => texts.time(at, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
  const { parts, ...rest } = write({ ...texts, moment })
  const name = firstName(fullName)
  const greeting = name === undefined ? text('greetingWithoutName') : text('greeting', { name })
  const all: MailPart[] = [greeting, ...parts, text('signature')]
  const button = parts.find((part) => typeof part !== 'string')
  return {
    ...rest,
    to: email,
    language,
    text: `${all.map(asText).join('\n\n')}\n`,
    html: [
      '<!doctype html>',
      `<html lang="${language}"><head><meta charset="utf-8">`,
      '<meta name="viewport" content="width=device-width, initial-scale=1"></head>',
      `<body style="${bodyStyle}">`,
      ...all.map((part) => asHtml(part, part === button)),
      '</body></html>',
      '',
    ].join('\n'),
  }
}

// Mail programs apply few styles, and only styles of the elements themselves. Long words and links break anywhere, so that no
// letter is wider than a phone.
const bodyStyle =
  'font-family: sans-serif; line-height: 1.5; max-width: 36em; margin: 0 auto; padding: 16px; overflow-wrap: anywhere; word-break: break-word'
const buttonStyle =
  'display: inline-block; padding: 12px 20px; border-radius: 8px; background: #0a5c63; color: #ffffff; font-weight: bold; text-decoration: none'
const addressStyle = 'word-break: break-all'

const firstName = (name: string): string | undefined => name.trim().split(/\s+/u)[0] || undefined

const asText = (part: MailPart): string =>
  typeof part === 'string' ? part : `${part.label}:\n${part.link.href}`

function asHtml(part: MailPart, isButton: boolean): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`
  const href = escapeHtml(part.link.href)
  const style = isButton ? ` style="${buttonStyle}"` : ''
  const link = `<a href="${href}"${style}>${escapeHtml(part.label)}</a>`
  return `<p>${link}</p>\n<p><small style="${addressStyle}">${href}</small></p>`
}
