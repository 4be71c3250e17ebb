/** Form of an e-mail address under which two spellings are the same account. */
export const canonicalEmail = (email: string): string => email.normalize('NFC').trim().toLowerCase()

/** Form of a username under which two spellings are the same account. */
export const canonicalUsername = (username: string): string => username.trim().toLowerCase()

/** First letters of the name, at most two; '?' if there is none (specification, section 2). */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean)
  const letters = words.slice(0, 2).map((word) => [...word][0]?.toLocaleUpperCase() ?? '')
  return letters.join('') || '?'
}
