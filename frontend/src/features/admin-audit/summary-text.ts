import type { AuditEntry } from '@thirty/contracts/audit/api.ts'
import { formatAuditTime } from '@thirty/contracts/audit/audit-time.ts'
import type { Text } from '@thirty/contracts/texts/text.ts'
import { formatDateWithClockTime } from '../../shared/format/format-time.ts'
import { serverText } from '../../shared/i18n/server-text.ts'
import { sentences } from './audit-sentences.ts'

/** Returns what an entry says, in the language of this page, with its times as screens show them. */
export function summaryText({ summary, text }: Pick<AuditEntry, 'summary' | 'text'>): string {
  // Safe: the server sends what `say` returns.
  const { message, ...shown } = withShownTimes({ values: {}, ...text, message: summary } as Text)
  return serverText({ message, text: shown }, sentences)
}

/** Returns a text with its times as screens show them, also in the English sentence, which English pages show. */
function withShownTimes({ code, values, message }: Text): Text {
  let sentence = message
  const shown = Object.entries(values).map(([name, value]) => {
    if (typeof value !== 'object') return [name, value]
    if ('time' in value) {
      const time = formatDateWithClockTime(Date.parse(value.time))
      sentence = sentence.replace(formatAuditTime(value.time), () => time)
      return [name, time]
    }
    if (!('message' in value)) return [name, value]
    const part = withShownTimes(value)
    sentence = sentence.replace(value.message, () => part.message)
    return [name, part]
  })
  return { code, values: Object.fromEntries(shown) as Text['values'], message: sentence }
}
