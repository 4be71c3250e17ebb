import {
  isLiteralElement,
  isPluralElement,
  isSelectElement,
  isTagElement,
  parse,
} from '@formatjs/icu-messageformat-parser'
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import type { Language } from '../../src/shared/i18n/languages.ts'
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js'

// Makes the messages of the two test languages (`pseudo` in `languages.ts`) from the English ones: with accents, or from right to left.

/** Changes the texts of an ICU message; arguments and tags stay as they are. */
function changeTexts(message: string, change: (text: string) => string): string {
  const visit = (element: MessageFormatElement): MessageFormatElement => {
    if (isLiteralElement(element)) return { ...element, value: change(element.value) }
    if (isTagElement(element)) return { ...element, children: element.children.map(visit) }
    if (isSelectElement(element) || isPluralElement(element)) {
      const options = Object.entries(element.options).map(([name, option]) => [
        name,
        { ...option, value: option.value.map(visit) },
      ])
      return { ...element, options: Object.fromEntries(options) as typeof element.options }
    }
    return element
  }
  // oxlint-disable-next-line typescript/no-unsafe-enum-assignment -- the enum of the package, which it exports twice
  return printAST(parse(message).map(visit))
}

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accented = [...'åƀçðéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ']

/** The longest words of other languages make a short English text about 40 percent longer. */
const expansion = 0.4

/** Returns a text that can be read, with accents and more characters: "Log in" becomes "[Ļöĝ îñ ~~~]". */
export function accent(message: string): string {
  const changed = changeTexts(message, (text) =>
    [...text].map((character) => accented[plain.indexOf(character)] ?? character).join(''),
  )
  // Names of tags and arguments are not shown.
  let letters = 0
  changeTexts(message, (text) => {
    letters += text.replaceAll(/[^a-z]/gi, '').length
    return text
  })
  const added = Math.ceil(Math.min(letters, 80) * expansion)
  return `[${changed} ${'~~~~ '
    .repeat(added / 4 + 1)
    .slice(0, added)
    .trimEnd()}]`
}

const overrideStart = '\u202e'
const overrideEnd = '\u202c'

/** Returns a text whose words are written from right to left. */
export const mirror = (message: string): string =>
  changeTexts(message, (text) =>
    text.replaceAll(/[\p{Letter}\p{Mark}'’]+/gu, (word) => `${overrideStart}${word}${overrideEnd}`),
  )

/** Returns what makes an English text one of this language; that of a language which people read leaves it as it is. */
export const testTextsOf = ({ pseudo, dir }: Language): ((message: string) => string) =>
  pseudo ? (dir === 'rtl' ? mirror : accent) : (message) => message
