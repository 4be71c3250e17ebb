import { normalizeForSearch } from '@thirty/contracts/rules/text/search-text.ts'

/** Longer words are cut: a search rarely needs more characters. */
const maxWordLength = 24
const ascii = /^[\u0020-\u007e]*$/
const separators = /[^\p{L}\p{N}]+/u
const asciiSeparators = /[^a-z0-9]+/
// Stores sort characters beyond U+FFFF in different orders.
const surrogates = /[\ud800-\udfff]/

/**
 * Returns the distinct words of a text in the form in which they are compared, at most `maxWords`. A replay calls it for
 * every submission, so plain ASCII takes a faster path.
 */
export function splitWords(text: string, maxWords: number): string[] {
  const isAscii = ascii.test(text)
  const words: string[] = []
  for (const part of normalizeForSearch(text).split(isAscii ? asciiSeparators : separators)) {
    if (words.length === maxWords) break
    const word = part.length > maxWordLength ? part.slice(0, maxWordLength) : part
    if (word !== '' && !words.includes(word) && (isAscii || !surrogates.test(word))) words.push(word)
  }
  return words
}

/** Number of characters in the score of a word: three of 16 bits each fit exactly into a double. */
export const scoredLetterCount = 3

/**
 * Returns the score of a word in a sorted index. Scores sort words by their first characters, so that all words with a
 * prefix form one range. Words that are too short are padded with the character code `padding`.
 */
export const wordScore = (word: string, padding = 0): number => {
  let score = 0
  for (let index = 0; index < scoredLetterCount; index += 1)
    score = score * 65_536 + (word.charCodeAt(index) || padding)
  return score
}
