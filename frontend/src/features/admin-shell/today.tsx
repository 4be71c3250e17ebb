import { useCurrentDay } from '../../shared/current-day.ts'
import { DayBadge } from '../../shared/ui/day-badge.tsx'

/** Where the challenge stands. Quiet until it has started: marigold is for what is now. */
export const Today = () => {
  const { day, totalDays, started, known } = useCurrentDay()
  if (!known) return null
  return <DayBadge day={day} of={totalDays} today={started} />
}
