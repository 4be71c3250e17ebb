import { useNow } from '../use-now.ts'
import { formatDate, formatDateTime, formatRelativeTime, formatFullDate } from '../../format/format-time.ts'

type TimeProps = {
  /** ISO text or ms since 1970. */
  at: string | number
  /** Shows the date, or the date and time, instead of a relative time. */
  exact?: 'date' | 'minute' | undefined
}

export const Time = ({ at, exact }: TimeProps) => {
  const now = useNow(10_000)
  const moment = new Date(at).getTime()
  if (Number.isNaN(moment)) return <span>No date</span>
  const exactWords = exact === 'date' ? formatDate(moment) : formatDateTime(moment)
  return (
    <time dateTime={new Date(moment).toISOString()} title={formatFullDate(moment)}>
      {exact ? exactWords : formatRelativeTime(moment, now)}
    </time>
  )
}
