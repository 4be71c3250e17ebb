import type { ComponentProps } from 'react'
import { DayBadge } from '../ui/display/day-badge.tsx'
import { useToday } from './current-day.ts'

/** The badge of a day of the challenge, which is marigold while that is today. */
export const ChallengeDayBadge = (badge: Omit<ComponentProps<typeof DayBadge>, 'today' | 'of'>) => (
  <DayBadge {...badge} today={useToday() === badge.day} />
)
