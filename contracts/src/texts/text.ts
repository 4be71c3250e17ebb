// Makes texts of the server, which the browser shows in the language of its page.

import { formatAuditTime } from '../audit/audit-time.ts'
import { auditTexts } from './audit-texts.ts'
import { textLocale, texts } from './texts.ts'

const sentences = { ...texts, ...auditTexts }

/** The code of a text of the catalogues, such as "backupsFull". */
export type TextCode = keyof typeof sentences

/** A value in a text: shown as it is, as a number or a time of the reader's language, or as a text of the server. */
export type TextValue = string | number | Decimal | Time | Text

/** A number that is shown with this many decimals. */
export type Decimal = { readonly number: number; readonly digits: number }

/** A time (ISO). */
export type Time = { readonly time: string }

/**
 * A text of the server: a code with values, from which the browser makes a sentence in the language of its page, and the same sentence
 * in English.
 */
export type Text = {
  readonly code: string
  readonly values: Readonly<Record<string, TextValue>>
  readonly message: string
}

/** The names of the values in a sentence. */
export type ValueNames<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ValueNames<Rest>
  : never

/** The arguments of `say` after a code: the values of its sentence, if it has any. */
export type ValuesOf<Code extends TextCode> = [ValueNames<(typeof sentences)[Code]>] extends [never]
  ? []
  : [values: Readonly<Record<ValueNames<(typeof sentences)[Code]>, TextValue>>]

/** The codes of sentences without values. */
export type CodeWithoutValues = {
  [Code in TextCode]: ValuesOf<Code> extends [] ? Code : never
}[TextCode]

/**
 * Returns a text of the server, such as for a refusal. Whole numbers have separators: "At most 2,048 characters". In the browser the
 * message is in the language of the page: its build adds the sentence to the call, so that no page loads all of them.
 */
export function say<Code extends TextCode>(code: Code, ...values: ValuesOf<Code>): Text
export function say(code: TextCode, given?: Text['values'], sentence: string = sentences[code]): Text {
  const values = given ?? {}
  const message = sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => written(values[name]))
  return { code, values, message }
}

/** Returns a text whose sentence is in no catalogue, such as that of an event in the audit. */
// Safe: `say` asks the catalogues for nothing but the sentence.
export const textOf = say as unknown as (code: string, values: Text['values'], sentence: string) => Text

function written(value: TextValue | undefined): string {
  if (typeof value === 'number') return value.toLocaleString(textLocale)
  if (typeof value !== 'object') return value ?? ''
  if ('time' in value) return formatAuditTime(value.time)
  if ('message' in value) return value.message
  const { number, digits } = value
  return decimalFormat(digits).format(Number(number.toFixed(digits)))
}

/** By the number of decimals. Making one takes thirty times as long as using it, and a leaderboard has such a text in many rows. */
const decimalFormats = new Map<number, Intl.NumberFormat>()

function decimalFormat(digits: number): Intl.NumberFormat {
  const known = decimalFormats.get(digits)
  if (known) return known
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false }
  const made = new Intl.NumberFormat(textLocale, options)
  decimalFormats.set(digits, made)
  return made
}

/** The texts of schemas by their English form: an issue of a schema has nothing but a message. */
const ruleTexts = new Map<string, Text>()

/** Returns a text as the message of a schema. Its values must be constants, because every text is remembered. */
export function rule<Code extends TextCode>(code: Code, ...values: ValuesOf<Code>): string {
  const made = say(code, ...values)
  ruleTexts.set(made.message, made)
  return made.message
}

/** A text that screens translate, or an English message for programs. */
export type Said = Text | string

/** Returns the English message. */
export const messageOf = (said: Said): string => (typeof said === 'string' ? said : said.message)

/** Returns the text of a message that `rule` has made; any other message or text unchanged. */
export const toText = (said: Said): Said => (typeof said === 'string' ? (ruleTexts.get(said) ?? said) : said)

/** Returns the message and, for a text, its code and values, as responses carry them. */
export function onWire(said: Said): {
  message: string
  text?: { code: string; values?: Text['values'] }
} {
  const known = toText(said)
  if (typeof known === 'string') return { message: known }
  const { message, code, values } = known
  return { message, text: { code, ...(Object.keys(values).length > 0 && { values }) } }
}
