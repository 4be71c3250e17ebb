// A time, relative to now or as a date, with the full date beside it on request.

import { FullText } from '../controls/full-text.tsx'
import { useServerNow } from '../use-now.ts'
import {
  formatDate,
  formatDateWithClockTime,
  formatDateTime,
  formatRelativeTime,
} from '../../format/format-time.ts'
import { FullDate } from './full-date.tsx'
import { t } from '../../i18n/t.ts'

type TimeProps = {
  /** ISO text or ms since 1970. */
  at: string | number
  /** Shows the date ("Nov 18, 2025"), the time ("Nov 18, 2:05 PM") or both ("Nov 18, 2025, 14:05") instead of a relative time. */
  exact?: 'date' | 'minute' | 'date-minute' | undefined
  /** Time zone of an exact date; that of the browser when missing. */
  timeZone?: string | undefined
}

export const Time = ({ at, exact, timeZone }: TimeProps) => {
  const now = useServerNow(10_000)
  const time = new Date(at).getTime()
  if (Number.isNaN(time)) return <span>{t('common.noDate')}</span>
  return (
    <FullText
      as="time"
      dateTime={new Date(time).toISOString()}
      text={<FullDate at={time} timeZone={timeZone} />}
    >
      {exact ? exactText(time, exact, timeZone) : formatRelativeTime(time, now)}
    </FullText>
  )
}

function exactText(
  time: number,
  exact: NonNullable<TimeProps['exact']>,
  timeZone: string | undefined,
): string {
  if (exact === 'minute') return formatDateTime(time)
  return exact === 'date' ? formatDate(time, timeZone) : formatDateWithClockTime(time)
}
