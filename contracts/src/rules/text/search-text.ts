const plain = /^[\u0020-\u007e]*$/
const spaces = /\s/gu
const unseen = /[\p{M}\p{C}]+/gu
/** What has no accent that could be taken off, or is written in several ways. */
const alike: Readonly<Record<string, string>> = {
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
const unlike = new RegExp(`[${Object.keys(alike).join('')}]`, 'gu')

/**
 * A text as every search for names compares it: small letters in their plain width, without accents and without what
 * cannot be seen. Views keep such texts: whoever changes this raises their versions. Asked for every hand-in of a replay.
 */
export const normalizeForSearch = (text: string): string =>
  plain.test(text) ? text.toLowerCase() : normalizeUnicode(text)

const normalizeUnicode = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(spaces, ' ')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(unseen, '')
    .replaceAll(unlike, (letter) => alike[letter] ?? letter)

/**
 * Whether a search finds somebody by a part of one of these names. `wanted` is `searchable`; an empty one leaves nobody
 * out.
 */
export const matchesAnyName = (names: readonly (string | null)[], wanted: string): boolean =>
  names.some((name) => name !== null && normalizeForSearch(name).includes(wanted))
