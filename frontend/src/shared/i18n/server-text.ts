import type { SaidOnWire } from '@thirty/contracts/api/responses.ts'
import { formatNumber } from './locale.ts'
import { sentences } from './server-sentences.ts'

/** Returns what the server says in the language of this page; its English message if this page does not know the text. */
export function serverText({ message, text }: SaidOnWire): string {
  const sentence = text && Object.hasOwn(sentences, text.code) ? sentences[text.code] : undefined
  if (sentence === undefined) return message
  return sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => shown(text?.values?.[name]))
}

/** A value is a number, a number with the decimals that it is shown with ("4.0"), words, or another text of the server. */
function shown(value: unknown): string {
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value === 'object' && value !== null) {
    // Safe: the server sends such texts as it sends others.
    const { message, ...text } = value as { message: string; code: string }
    return serverText({ message, text })
  }
  const words = String(value)
  const decimals = /^\d+\.(\d+)$/.exec(words)?.[1]?.length
  return decimals === undefined
    ? words
    : formatNumber(Number(words), { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}
