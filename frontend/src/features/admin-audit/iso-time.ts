import type { AuditRecord } from '@thirty/contracts/audit/api.ts'

/** Whether a value of an entry is a time (ISO). */
export const isIsoTime = (value: AuditRecord[string]): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/.test(value)
