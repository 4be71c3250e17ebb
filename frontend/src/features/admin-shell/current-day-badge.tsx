import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { DayBadge } from '../../shared/ui/display/day-badge.tsx'

/** The current day of the challenge. Before the start and after the end it is not marigold, the colour of the current day. */
export const CurrentDayBadge = () => {
  const { day, totalDays, started, ended, isLoaded } = useCurrentDay()
  if (!isLoaded) return null
  return <DayBadge day={day} of={totalDays} today={started && !ended} />
}
