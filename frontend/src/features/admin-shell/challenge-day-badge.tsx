import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { DayBadge } from '../../shared/ui/display/day-badge.tsx'

/** The current day of the challenge. Not highlighted before the start and after the end: marigold marks the present. */
export const ChallengeDayBadge = () => {
  const { day, totalDays, started, ended, isLoaded } = useCurrentDay()
  if (!isLoaded) return null
  return <DayBadge day={day} of={totalDays} today={started && !ended} />
}
