const ascii = /^[\u0020-\u007e]*$/
const spaces = /\s/gu
const invisibleCharacters = /[\p{M}\p{C}]+/gu
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
  '‘': "'",
  '’': "'",
  ʼ: "'",
  '‐': '-',
}
const variantCharacters = new RegExp(`[${Object.keys(equivalents).join('')}]`, 'gu')

/**
 * Returns the form of a text in which name searches compare it: lower case, without accents, full-width forms and invisible
 * characters. Read models store such texts, so a change here needs a new version of those projections. ASCII texts take a
 * short path, because a replay normalizes every name.
 */
export const normalizeForSearch = (text: string): string =>
  ascii.test(text) ? text.toLowerCase() : normalizeUnicode(text)

const normalizeUnicode = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(spaces, ' ')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(invisibleCharacters, '')
    .replaceAll(variantCharacters, (character) => equivalents[character] ?? character)

/**
 * Whether one of the names contains the query. `query` is the result of `normalizeForSearch`; an empty one matches all.
 */
export const matchesAnyName = (names: readonly (string | null)[], query: string): boolean =>
  names.some((name) => name !== null && normalizeForSearch(name).includes(query))
