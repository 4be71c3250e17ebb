/**
 * Returns the form in which a password is hashed: that of RFC 8265 (OpaqueString). Composed, so that systems that send letters and accents
 * together or apart send one password, and with ordinary spaces. Case, width and everything else stay as typed.
 */
export const preparePassword = (typed: string): string => typed.replaceAll(/\p{Zs}/gu, ' ').normalize('NFC')

/**
 * Returns the forms of a typed password that a stored hash may be of, the usual one first. Earlier versions hashed a password as it was
 * sent, composed or not. For a password in ASCII all forms are one.
 */
export const possibleForms = (typed: string): readonly string[] => [
  ...new Set([preparePassword(typed), typed, typed.normalize('NFC'), typed.normalize('NFD')]),
]
