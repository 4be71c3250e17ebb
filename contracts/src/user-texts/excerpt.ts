/**
 * Returns the beginning of a text for lists, with "…" if it was cut; a text of at most `maxLength` characters comes back unchanged. Never
 * cuts a character in half.
 */
export function excerptOf(text: string, maxLength = 280): string {
  if (text.length <= maxLength) return text
  // A character takes at most two UTF-16 units, so this slice is enough to see whether the text is too long.
  const characters = Array.from(text.slice(0, 2 * (maxLength + 1)))
  if (characters.length <= maxLength) return characters.join('')
  return `${characters.slice(0, maxLength).join('').trimEnd()}…`
}
