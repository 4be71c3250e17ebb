// A time, relative to now or as a date, with the full date beside it on request.

import { FullText } from '../controls/tooltip.tsx'
import { useServerNow } from '../use-now.ts'
import {
  formatDate,
  formatDateWithClockTime,
  formatDateTime,
  formatFullDate,
  formatRelativeTime,
} from '../../format/format-time.ts'
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
  const texts = {
    relative: () => formatRelativeTime(time, now),
    date: () => formatDate(time, timeZone),
    minute: () => formatDateTime(time),
    'date-minute': () => formatDateWithClockTime(time),
  }
  return (
    <FullText
      as="time"
      dateTime={new Date(time).toISOString()}
      text={<FullDate at={time} timeZone={timeZone} />}
    >
      {texts[exact ?? 'relative']()}
    </FullText>
  )
}

type FullDateProps = {
  /** In ms since 1970. */
  at: number
  /** That of the browser when missing. */
  timeZone?: string | undefined
}

/** The full date as the text of a tooltip. A component, so that lists of many dates format it only when it is shown. */
export const FullDate = ({ at, timeZone }: FullDateProps) => formatFullDate(at, timeZone)
