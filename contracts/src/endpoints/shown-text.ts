// Schemas of the texts that people write, most of which others read, with the messages about wrong ones and about refused web addresses.

import { z } from 'zod'
import { hasVisibleText } from '../user-texts/visible-text.ts'
import { rule } from '../texts/text.ts'
import { webAddressFault } from '../user-texts/web-address.ts'

/** A text without line breaks. */
export const oneLinePattern = /^[^\r\n\u2028\u2029]*$/

/** A text that must not be empty; surrounding white space is removed. */
export const required = (message: string) => z.string({ error: message }).trim().min(1, message)

/** A text that is shown to people, as plain text. Without a visible character it is as good as missing, and refused as that. */
export const requiredText = (missing: string, maxLength: number) =>
  required(missing).max(maxLength, tooLong(maxLength)).refine(hasVisibleText, missing)

/**
 * A text that is shown to people and may be empty. With characters of which none is visible it is refused. `long`: the message
 * for one that is too long, which names the limit otherwise.
 */
export const optionalText = (
  maxLength: number,
  long: string | ReturnType<typeof tooLong> = tooLong(maxLength),
) =>
  z
    .string()
    .trim()
    .max(maxLength, long)
    .refine((text) => text === '' || hasVisibleText(text), rule('textVisible'))

/**
 * Returns what `max` of a text needs to know about texts with more than `maxLength` characters. The message is made when it is needed: the
 * first formatter of numbers takes a slow phone a twentieth of a second, and many screens load the schemas.
 */
export const tooLong = (maxLength: number) => ({
  error: (): string => rule('atMostCharacters', { count: maxLength }),
})

/** Returns what is wrong with an address that is refused; `withoutScheme` is the message for an address without http:// or https://. */
export function webAddressMessage(address: string, withoutScheme: string): string {
  const fault = webAddressFault(address)
  if (fault === 'credentials') return rule('addressCredentials')
  return fault === 'host' ? rule('addressName') : withoutScheme
}
