/** Returns the form of an email address that is the same for all spellings of one account. */
export const canonicalEmail = (email: string): string => email.normalize('NFC').trim().toLowerCase()

/** Returns the form of a username that is the same for all spellings of one account. */
export const canonicalUsername = (username: string): string => username.trim().toLowerCase()

/** Returns the initials of a name, at most two; '?' if it has none (specification, section 2). */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean)
  const letters = words.slice(0, 2).map((word) => [...word][0]?.toLocaleUpperCase() ?? '')
  return letters.join('') || '?'
}
