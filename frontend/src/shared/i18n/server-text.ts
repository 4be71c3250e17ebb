import type { SaidOnWire } from '@thirty/contracts/endpoints/responses.ts'
import type { Text, TextValue } from '@thirty/contracts/texts/text.ts'
import { formatNumber } from './locale.ts'
import { sentences } from './server-sentences.ts'

/**
 * Returns what the server says in the language of this page; its English message if this page does not know the text. A screen that
 * shows times formats them before.
 */
export function serverText({ message, text }: SaidOnWire, known = sentences): string {
  const sentence = text && (sentenceIn(known, text.code) ?? sentenceIn(sentences, text.code))
  if (sentence === undefined) return message
  const shown = (value: TextValue | undefined): string => {
    if (typeof value === 'number') return formatNumber(value)
    if (typeof value !== 'object') return value ?? ''
    if ('message' in value) return serverText({ message: value.message, text: value }, known)
    if ('time' in value) return value.time
    const { number, digits } = value
    return formatNumber(Number(number.toFixed(digits)), {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
  }
  // Safe: the server sends the values as `say` has them.
  const values = (text?.values ?? {}) as Text['values']
  return sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => shown(values[name]))
}

const sentenceIn = (table: typeof sentences, code: string): string | undefined =>
  Object.hasOwn(table, code) ? table[code] : undefined
