import type { EmailMessage } from '@thirty/infra/mail/mail.ts'

/** A part of a mail: a paragraph, or a link on a line of its own. */
export type MailPart = string | { link: URL; label: string }

/** What a mail says. It is said once, and becomes text and HTML. */
export type MailContent = Pick<EmailMessage, 'kind' | 'to' | 'subject' | 'expiresAt'> & {
  /** Full name of the reader, who is greeted by the first of it. */
  name: string
  parts: readonly MailPart[]
}

/** The letter that says this, as text and as HTML. Names and all other words stay text in both. */
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
  if (typeof part === 'string') return `<p>${escaped(part)}</p>`
  const href = escaped(part.link.href)
  return `<p><a href="${href}">${escaped(part.label)}</a><br><small>${href}</small></p>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter)
