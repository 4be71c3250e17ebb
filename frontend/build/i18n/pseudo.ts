import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js'

/** Changes the texts of an ICU message; arguments and tags stay as they are. */
export function changeTexts(message: string, change: (text: string) => string): string {
  const visit = (elements: MessageFormatElement[]): MessageFormatElement[] =>
    elements.map((element) => {
      switch (element.type) {
        case TYPE.literal:
          return { ...element, value: change(element.value) }
        case TYPE.tag:
          return { ...element, children: visit(element.children) }
        case TYPE.select:
        case TYPE.plural:
          return {
            ...element,
            options: Object.fromEntries(
              Object.entries(element.options).map(([name, option]) => [
                name,
                { ...option, value: visit(option.value) },
              ]),
            ),
          }
        default:
          return element
      }
    })
  return printAST(visit(parse(message)))
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
  const letters = changeTexts(message, (text) => text.replaceAll(/[^a-z]/gi, '')).length
  return `[${changed} ${'~'.repeat(Math.ceil(Math.min(letters, 80) * expansion))}]`
}

const overrideStart = '\u202e'
const overrideEnd = '\u202c'

/** Returns a text whose words are written from right to left. */
export const mirror = (message: string): string =>
  changeTexts(message, (text) =>
    text.replaceAll(/[\p{Letter}\p{Mark}'’]+/gu, (word) => `${overrideStart}${word}${overrideEnd}`),
  )
