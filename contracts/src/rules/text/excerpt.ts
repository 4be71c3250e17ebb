/** Longest beginning of a text that lists show, in letters. */
const longest = 280

/** The beginning of a text for a list; whole when it is short. It ends between letters, never inside one. */
export function excerptOf(text: string): string {
  if (text.length <= longest) return text
  const letters = Array.from(text.slice(0, 2 * (longest + 1)))
  return letters.length <= longest ? letters.join('') : `${letters.slice(0, longest).join('').trimEnd()}…`
}
