import { normalizeForSearch } from '@thirty/contracts/rules/text/search-text.ts'

/** Longer words are cut: nobody types more to find one. */
const longestWord = 24
const plain = /^[\u0020-\u007e]*$/
const between = /[^\p{L}\p{N}]+/u
const betweenPlain = /[^a-z0-9]+/
// Stores put letters beyond U+FFFF in different orders.
const beyond = /[\ud800-\udfff]/

/** The words of a text as they are compared, each once, at most so many. Asked for every hand-in of a replay. */
export function splitWords(text: string, most: number): string[] {
  const isPlain = plain.test(text)
  const words: string[] = []
  for (const part of normalizeForSearch(text).split(isPlain ? betweenPlain : between)) {
    if (words.length === most) break
    const word = part.length > longestWord ? part.slice(0, longestWord) : part
    if (word !== '' && !words.includes(word) && (isPlain || !beyond.test(word))) words.push(word)
  }
  return words
}

/** Letters that decide the score of a word: three of 16 bits each are a whole number that a double holds exactly. */
export const scoredLetterCount = 3

/** A word as the score of a sorted index: words are in the order of their first letters, and a beginning is a range. */
export const wordScore = (word: string, filling = 0): number => {
  let score = 0
  for (let at = 0; at < scoredLetterCount; at += 1) score = score * 65_536 + (word.charCodeAt(at) || filling)
  return score
}
