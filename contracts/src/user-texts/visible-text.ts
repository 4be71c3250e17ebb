// Whether a text shows anything: some characters are drawn as nothing.

/**
 * A visible character: none that Unicode calls default-ignorable, nor one of the few symbols that are drawn as nothing: the blank
 * Braille pattern, the object replacement character and the musical null notehead.
 */
const visibleCharacter = /(?!\p{DI}|[\u2800\ufffc\u{1d159}])[\p{L}\p{N}\p{P}\p{S}]/u

/** Whether a text has at least one visible character. */
export const hasVisibleText = (text: string): boolean => visibleCharacter.test(text)

/** A visible letter. Some letters, such as Hangul fillers, are blank. */
const visibleLetter = /(?!\p{DI})\p{L}/u

/** Whether a text has at least one visible letter. */
export const hasVisibleLetter = (text: string): boolean => visibleLetter.test(text)
