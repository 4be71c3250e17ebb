import { dateFormat } from '../i18n/locale.ts'
import { t } from '../i18n/t.ts'

/**
 * Formats the days of a challenge in its time zone: "Nov 2 to Dec 1, 2025". Times in ISO; `end` is the moment from which on
 * nothing is accepted, so an end at midnight belongs to the day before.
 */
export function formatPeriod({ start, end }: { start: string; end: string }, timeZone: string): string {
  const first = Date.parse(start)
  const last = Math.max(first, Date.parse(end) - 1)
  const format = (at: number, year?: 'numeric') =>
    dateFormat({ timeZone, month: 'short', day: 'numeric', year }).format(at)
  const yearOf = (at: number) => dateFormat({ timeZone, year: 'numeric' }).format(at)
  const isOneYear = yearOf(first) === yearOf(last)
  return t('format.period', {
    first: format(first, isOneYear ? undefined : 'numeric'),
    last: format(last, 'numeric'),
  })
}
