/** A sign that is seen: not one that Unicode says may be left out, nor the empty Braille pattern. */
const visibleCharacter = /(?!\p{DI}|\u2800)[\p{L}\p{N}\p{P}\p{S}]/u

/** Whether there is anything to see in a text. What nobody can see is no text. */
export const hasVisibleText = (text: string): boolean => visibleCharacter.test(text)
