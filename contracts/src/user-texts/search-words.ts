// Splits texts into the words that searches compare.

import { normalizeForSearch } from './search-text.ts'

/** Of longer texts, only the first words are kept for searches. */
const maxKeptWords = 24
/** Longer words are cut: a search rarely needs more characters. */
const maxWordLength = 24
const ascii = /^[\u0020-\u007e]*$/
const separators = /[^\p{L}\p{N}]+/u
const asciiSeparators = /[^a-z0-9]+/
// Stores sort characters beyond U+FFFF in different orders.
const surrogates = /[\ud800-\udfff]/

/**
 * Returns the distinct words of a text in the form in which they are compared, at most `maxWords`. Plain ASCII takes a
 * faster path.
 */
export function splitWords(text: string, maxWords = Infinity): string[] {
  const isAscii = ascii.test(text)
  const words: string[] = []
  for (const part of normalizeForSearch(text).split(isAscii ? asciiSeparators : separators)) {
    if (words.length === maxWords) break
    const word = part.length > maxWordLength ? part.slice(0, maxWordLength) : part
    if (word !== '' && !words.includes(word) && (isAscii || !surrogates.test(word))) words.push(word)
  }
  return words
}

/** Returns the words of a text by which a read model finds it. */
export const wordsToFind = (text: string): string[] => splitWords(text, maxKeptWords)

/** Returns a word of an email address as it is kept beside the words of a name, so that a search can look for names alone. */
export const addressWord = (word: string): string => `@${word}`
