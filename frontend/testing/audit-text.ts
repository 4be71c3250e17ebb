import { auditSentences } from '@thirty/contracts/audit/audit-actions.ts'
import { textOf, type Text } from '@thirty/contracts/texts/text.ts'

/** Returns a sentence of the audit as the server says it. */
export const auditText = (code: string, values: Text['values']): Text =>
  textOf(code, values, auditSentences[code] ?? '')
