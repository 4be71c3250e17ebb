// The ordinary form of the name of a person, and the characters that a name may consist of.

/** Spaces of any width, tabs and line breaks: a name that was pasted from a document has them. */
const spaces = /[\s\p{Z}]+/gu
/** Hyphens, dashes and minus signs. */
const hyphens = /[\p{Pd}\u2212]/gu
/** Characters that are typed for an apostrophe. The real ones (’ ‘ ʻ ʼ ʹ) stay. */
const apostrophes = /[\u0060\u00b4\u2032\uff07]/gu
/**
 * Characters without a shape, except the joiners that Persian, Mongolian and the scripts of India need: after one of their letters, or
 * after a sign of theirs that suppresses a vowel.
 */
const shapeless =
  /[\u00ad\u200b\u200e\u200f\u2060\ufeff]|[\u202a-\u202e\u2066-\u2069]|(?<![\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Nkoo}]|(?!\p{sc=Zinh})\p{Mn})[\u200c\u200d]/gu
/** A period after which a word begins without a space. Between two single letters, as in J.R.R., none is needed. */
const runOn = /\.(?=\p{L}[\p{L}\p{M}])/gu
const letter = /(?!\p{DI})\p{L}/u

/** Longer texts are not names. Composing one takes the square of its length if it has many marks. */
const maxTyped = 1_000

/**
 * Returns a name with ordinary spaces and hyphens, composed, and without characters that nobody can see and correct. A text without a
 * visible letter is only trimmed and composed, a text that is far too long only trimmed: neither is a name.
 */
export function toOrdinaryName(text: string): string {
  if (text.length > maxTyped) return text.trim()
  if (!letter.test(text)) return text.normalize('NFC').trim()
  return text
    .normalize('NFC')
    .replaceAll('\ufeff', '')
    .replaceAll(spaces, ' ')
    .replaceAll(hyphens, '-')
    .replaceAll(apostrophes, "'")
    .replaceAll(shapeless, '')
    .replaceAll(runOn, '. ')
    .replaceAll(/ {2,}/g, ' ')
    .trim()
}

/**
 * What a name consists of, once it is ordinary: letters of any script with their marks, joiners, spaces, hyphens, apostrophes, and the
 * points that names are written with: the period of an abbreviation, the middle dots of Catalan, Japanese and transcribed names, the
 * Hebrew geresh and gershayim, the Armenian apostrophe, and the Tibetan mark between syllables.
 */
export const nameCharacters = /^(?:(?!\p{DI})\p{L}|[\p{M}\u200c-\u200d '’‘.·・‧\u05f3\u05f4\u055a\u0f0b-])+$/u
