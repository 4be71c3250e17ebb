import { t } from './messages/t.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Formats a length of time in ms, rounded to one unit: "40 min", "5 h", "3 days"; from two days on in days. */
export function formatDuration(ms: number): string {
  if (ms < hour) return t('minutes', { count: Math.round(ms / minute) })
  if (ms < 2 * day) return t('hours', { count: Math.round(ms / hour) })
  return t('days', { count: Math.round(ms / day) })
}
