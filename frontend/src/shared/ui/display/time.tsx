import { useNow } from '../use-now.ts'
import { formatDate, formatDateTime, formatRelativeTime, formatFullDate } from '../../format/format-time.ts'

type TimeProps = {
  /** ISO text or ms since 1970. */
  at: string | number
  /** Shows the date, or the date and time, instead of a relative time. */
  exact?: 'date' | 'minute' | undefined
  /** Time zone of an exact date; that of the browser when missing. */
  timeZone?: string | undefined
}

export const Time = ({ at, exact, timeZone }: TimeProps) => {
  const now = useNow(10_000)
  const time = new Date(at).getTime()
  if (Number.isNaN(time)) return <span>No date</span>
  const exactText = exact === 'date' ? formatDate(time, timeZone) : formatDateTime(time)
  return (
    <time dateTime={new Date(time).toISOString()} title={formatFullDate(time, timeZone)}>
      {exact ? exactText : formatRelativeTime(time, now)}
    </time>
  )
}
