// What the server says, in the language of this page: its sentences (`serverText`), and the words that stand for somebody without an
// account, such as after its deletion (`translateStandIns`).

import type { SaidOnWire } from '@thirty/contracts/endpoints/responses.ts'
import type { Text, TextValue } from '@thirty/contracts/texts/text.ts'
import type { NameCodes } from '@thirty/contracts/accounts/stand-ins.ts'
import { numberFormat } from './locale.ts'
import { sentences } from './server-sentences.ts'

/**
 * Returns what the server says in the language of this page; its English message if this page does not know the text. Times in it
 * stay as they are, so a screen that shows some formats them before.
 */
export function serverText({ message, text }: SaidOnWire, known = sentences): string {
  const sentence = text && (sentenceIn(known, text.code) ?? sentenceIn(sentences, text.code))
  if (sentence === undefined) return message
  const shown = (value: TextValue | undefined): string => {
    if (typeof value === 'number') return numberFormat().format(value)
    if (typeof value !== 'object') return value ?? ''
    if ('message' in value) return serverText({ message: value.message, text: value }, known)
    if ('time' in value) return value.time
    const { number, digits } = value
    const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
    return numberFormat(options).format(Number(number.toFixed(digits)))
  }
  // Safe: the server sends the values as `say` has them.
  const values = (text?.values ?? {}) as Text['values']
  return sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => shown(values[name]))
}

const sentenceIn = (table: typeof sentences, code: string): string | undefined =>
  Object.hasOwn(table, code) ? table[code] : undefined

/**
 * Puts the stand-ins for the names of people without an account into the language of the page, everywhere in what the server has sent,
 * and returns the same object. `nameCodes` says which names these are: somebody may be called like that.
 */
export function translateStandIns<Content>(content: Content): Content {
  if (typeof content !== 'object' || content === null) return content
  // Safe: it is JSON of the server, and every field of this name has this form.
  const fields = content as Record<string, unknown> & { nameCodes?: NameCodes }
  for (const [field, code] of Object.entries(fields.nameCodes ?? {}))
    fields[field] = serverText({ message: String(fields[field]), text: { code } })
  for (const value of Object.values(fields)) translateStandIns(value)
  return content
}
