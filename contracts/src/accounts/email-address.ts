// Which email addresses are valid.

import { asciiDomain } from './canonical-names.ts'

/**
 * The part before the @: what RFC 5321 and, with letters of any script, RFC 6531 allow without quotation marks. No character of it could
 * end a header, start a list or a comment, or quote a text.
 */
const localPart = /^[^\s\p{C}@"<>()[\],;:\\]{1,64}$/u
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const asciiName = new RegExp(`^${label}(?:\\.${label})*$`, 'i')

/** Whether a text is exactly one deliverable email address. */
export function isEmailAddress(text: string): boolean {
  if (text.length > 254) return false
  const at = text.lastIndexOf('@')
  const domain = asciiDomain(text.slice(at + 1)) ?? ''
  return localPart.test(text.slice(0, Math.max(at, 0))) && asciiName.test(domain)
}
