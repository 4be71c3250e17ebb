import type { EmailMessage } from '@thirty/infra/mail/mail.ts'
import escapeHtml from 'escape-html'

/** A part of an email: a paragraph, or a link on its own line. */
export type MailPart = string | { link: URL; label: string }

/** The content of an email, written once and rendered as text and HTML. */
export type MailContent = Pick<EmailMessage, 'kind' | 'to' | 'subject' | 'expiresAt' | 'unsubscribe'> & {
  /** Full name of the recipient; the greeting uses the first part of it. */
  name: string
  parts: readonly MailPart[]
}

/** Renders an email as text and HTML. Markup in names and paragraphs stays text in both. */
export function renderMail({ name, parts, ...rest }: MailContent): EmailMessage {
  const all: MailPart[] = [`Hello ${firstName(name)},`, ...parts, 'Thirty: thirty days, one project a day.']
  return {
    ...rest,
    text: `${all.map(asText).join('\n\n')}\n`,
    html: [
      '<!doctype html>',
      '<html lang="en"><head><meta charset="utf-8"></head>',
      '<body style="font-family: sans-serif; line-height: 1.5; max-width: 36em">',
      ...all.map(asHtml),
      '</body></html>',
      '',
    ].join('\n'),
  }
}

const firstName = (name: string): string => name.trim().split(/\s+/u)[0] || 'there'

const asText = (part: MailPart): string =>
  typeof part === 'string' ? part : `${part.label}:\n${part.link.href}`

function asHtml(part: MailPart): string {
  if (typeof part === 'string') return `<p>${escapeHtml(part)}</p>`
  const href = escapeHtml(part.link.href)
  return `<p><a href="${href}">${escapeHtml(part.label)}</a><br><small>${href}</small></p>`
}
