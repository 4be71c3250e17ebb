import {
  accountLanguages,
  findAccountLanguage,
  type AccountLanguage,
} from '@thirty/contracts/rules/account-languages.ts'
import type { EmailMessage } from '@thirty/infra/mail/mail.ts'
import escapeHtml from 'escape-html'
import { textsIn, type Texts } from './texts.ts'

/** A part of an email: a paragraph, or a link on its own line. */
export type MailPart = string | { link: URL; label: string }

/** The person who receives an email. `language` is the code of the language of the account, if it has one. */
export type Recipient = { email: string; fullName: string; language?: string | null | undefined }

/** The content of an email, written once and rendered as text and HTML. */
export type MailContent = Pick<EmailMessage, 'kind' | 'subject' | 'expiresAt' | 'unsubscribe'> & {
  parts: readonly MailPart[]
}

/**
 * Writes an email in the language of the account, else in that of the page whose reader caused it, else in the default language. Markup in
 * names and paragraphs stays text.
 */
export function writeMail(
  recipient: Recipient,
  reader: AccountLanguage | undefined,
  write: (texts: Texts) => MailContent,
): EmailMessage {
  const texts = textsIn(findAccountLanguage(recipient.language ?? undefined) ?? reader ?? accountLanguages[0])
  return renderMail(recipient, texts, write(texts))
}

function renderMail(
  { email, fullName }: Recipient,
  { language, text }: Texts,
  { parts, ...rest }: MailContent,
): EmailMessage {
  const name = firstName(fullName)
  const greeting = name === undefined ? text('greetingWithoutName') : text('greeting', { name })
  const all: MailPart[] = [greeting, ...parts, text('signature')]
  return {
    ...rest,
    to: email,
    language,
    text: `${all.map(asText).join('\n\n')}\n`,
    html: [
      '<!doctype html>',
      `<html lang="${language}"><head><meta charset="utf-8"></head>`,
      '<body style="font-family: sans-serif; line-height: 1.5; max-width: 36em">',
      ...all.map(asHtml),
      '</body></html>',
      '',
    ].join('\n'),
  }
}

const firstName = (name: string): string | undefined => name.trim().split(/\s+/u)[0] || undefined

const asText = (part: MailPart): string =>
  typeof part === 'string' ? part : `${part.label}:\n${part.link.href}`

function asHtml(part: MailPart): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`
  const href = escapeHtml(part.link.href)
  return `<p><a href="${href}">${escapeHtml(part.label)}</a><br><small>${href}</small></p>`
}
