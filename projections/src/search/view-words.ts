/** Longer words are cut: nobody types more to find one. */
const longestWord = 24
const plain = /^[\u0020-\u007e]*$/
const marks = /\p{M}+/gu
const plainWord = /[a-z0-9]+/g
const word = /[\p{L}\p{N}]+/gu
// Stores put letters beyond U+FFFF in different orders.
const beyond = /[\ud800-\udfff]/

/** A text as it is compared: small letters without accents. */
export const folded = (text: string): string =>
  plain.test(text) ? text.toLowerCase() : text.normalize('NFKD').replaceAll(marks, '').toLowerCase()

/** The words of a text as they are compared, each once, at most so many. */
export function wordsOf(text: string, most: number): string[] {
  const found = new Set<string>()
  const small = folded(text)
  for (const [one] of small.matchAll(plain.test(text) ? plainWord : word)) {
    if (found.size === most) break
    if (!beyond.test(one)) found.add(one.slice(0, longestWord))
  }
  return [...found]
}

/** Letters that decide the score of a word: three of 16 bits each are a whole number that a double holds exactly. */
export const scoredLetters = 3

/** A word as the score of a sorted index: words are in the order of their first letters, and a beginning is a range. */
export const scoreOf = (word: string, filling = 0): number => {
  let score = 0
  for (let at = 0; at < scoredLetters; at += 1) score = score * 65_536 + (word.charCodeAt(at) || filling)
  return score
}
