import type { Translation } from '../../../i18n/message-types.ts'
import type { en } from './en.ts'

export const de: Translation<typeof en> = {
  approved: 'Freigegeben',
  pending: 'In Prüfung',
  rejected: 'Abgelehnt',
  summary: 'Einreichungen pro Tag: insgesamt {count, number}',
  summaryWithToday: 'Einreichungen pro Tag: insgesamt {count, number}, heute {today, number}',
  day: 'Tag',
  dayNumber: 'Tag {day}',
}
