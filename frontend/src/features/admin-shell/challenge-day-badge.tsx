import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { DayBadge } from '../../shared/ui/display/day-badge.tsx'

/** Where the challenge stands. Quiet until it has started: marigold is for what is now. */
export const ChallengeDayBadge = () => {
  const { day, totalDays, started, isLoaded: known } = useCurrentDay()
  if (!known) return null
  return <DayBadge day={day} of={totalDays} today={started} />
}
