// Whether a text shows anything, and how a long text is cut without cutting a character in half.

/**
 * A visible character: none that Unicode calls default-ignorable, nor one of the few symbols that are drawn as nothing: the blank
 * Braille pattern, the object replacement character and the musical null notehead.
 */
const visibleCharacter = /(?!\p{DI}|[\u2800\ufffc\u{1d159}])[\p{L}\p{N}\p{P}\p{S}]/u

/** Whether a text has at least one visible character. */
export const hasVisibleText = (text: string): boolean => visibleCharacter.test(text)

/** A visible letter. Some letters, such as Hangul fillers, are blank. */
const visibleLetter = /(?!\p{DI})\p{L}/u

/** Whether a text has at least one visible letter. */
export const hasVisibleLetter = (text: string): boolean => visibleLetter.test(text)

/** Returns a text of at most `maxLength` characters, cut with "…" if it is longer, and never inside one. */
export function truncate(text: string, maxLength: number): string {
  const characters = [...text]
  return characters.length <= maxLength ? text : `${characters.slice(0, maxLength).join('')}…`
}

/** Length of an excerpt in characters. */
const maxExcerptLength = 280

/**
 * Returns the beginning of a text for lists, with "…" if it was cut; a short text comes back unchanged. Never cuts a
 * character in half.
 */
export function excerptOf(text: string): string {
  if (text.length <= maxExcerptLength) return text
  // A character takes at most two UTF-16 units, so this slice is enough to see whether the text is too long.
  const characters = Array.from(text.slice(0, 2 * (maxExcerptLength + 1)))
  if (characters.length <= maxExcerptLength) return characters.join('')
  return `${characters.slice(0, maxExcerptLength).join('').trimEnd()}…`
}
