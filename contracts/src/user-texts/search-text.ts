// How searches and filters compare texts, without case, accents and invisible characters, and which words of a text they find.

const ascii = /^[\u0020-\u007e]*$/
const spaces = /[\t-\r\p{Z}]+/gu
const doubleSpaces = / {2,}/g
const marks = /\p{M}+/gu
/** Marks, characters without a shape, letters that are blank, and the Arabic letter that only lengthens a line. */
const invisibleCharacters = /[\p{M}\p{C}\p{DI}\u2800\u0640]+/gu
/** Characters whose usual spelling in a search differs by more than an accent. */
const equivalents: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  ...spelled("'", '‘’ʻʼʹ′՚׳'),
  ...spelled('"', '“”„«»״'),
}
const variantCharacters = new RegExp(`[${Object.keys(equivalents).join('')}]|\\p{Pd}|\u2212`, 'gu')

/** Returns one spelling for each of these characters. */
function spelled(spelling: string, characters: string): Record<string, string> {
  return Object.fromEntries([...characters].map((character) => [character, spelling]))
}

/**
 * Returns the form of a text in which every search and filter of the product compares it: lower case, with single spaces, ordinary hyphens
 * and apostrophes, without accents, full-width forms and invisible characters. Read models store such texts, so a change here needs a new
 * version of those projections. ASCII texts take a short path, because a replay normalizes every name.
 */
export const normalizeForSearch = (text: string): string =>
  (ascii.test(text) ? text.toLowerCase() : normalizeUnicode(text)).replaceAll(doubleSpaces, ' ').trim()

const normalizeUnicode = (text: string): string =>
  text
    // Typed marks first: a run of them would be sorted one by one.
    .replaceAll(marks, '')
    .normalize('NFKD')
    .replaceAll(spaces, ' ')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(invisibleCharacters, '')
    .replaceAll(variantCharacters, (character) => equivalents[character] ?? '-')

/** Returns names in the form of `normalizeForSearch`; an empty text for a missing one. */
export const searchTexts = (...names: readonly (string | null)[]): string[] =>
  names.map((name) => (name === null ? '' : normalizeForSearch(name)))

/** Whether a text contains a query, in any spelling. An empty query matches all. */
export const matchesSearch = (text: string, query: string): boolean =>
  query === '' || normalizeForSearch(text).includes(normalizeForSearch(query))

/** Whether one of the names contains the query, which is the result of `normalizeForSearch`; an empty one matches all. */
export const matchesAnyName = (names: readonly (string | null)[], query: string): boolean =>
  names.some((name) => name !== null && normalizeForSearch(name).includes(query))

/** Of longer texts, only the first words are kept for searches. */
const maxKeptWords = 24
/** Longer words are cut: a search rarely needs more characters. */
const maxWordLength = 24
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
