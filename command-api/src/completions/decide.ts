import type { JourneyEvent } from '@thirty/contracts/events/journey.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { isDayOpen } from '@thirty/contracts/rules/challenge-day.ts'
import type { CompletedDays } from './evolve.ts'

/** Times in milliseconds since 1970. */
export type CompleteDay = { day: number; startsAt: number | undefined; now: number; timeZone: string }

/** Marks a day as complete that has begun. Once is enough: a second time changes nothing. */
export function complete(
  journey: CompletedDays,
  { day, startsAt, now, timeZone }: CompleteDay,
): JourneyEvent[] {
  if (journey.has(day)) return []
  if (!isDayOpen(day, startsAt, now, timeZone)) {
    refuse('day-not-started', `Day ${day} has not started yet`, { day: `Day ${day} has not started yet` })
  }
  return [{ type: 'DayCompleted', data: { day } }]
}

/** Takes the completion of a day back. What is not complete stays so. */
export function reopen(journey: CompletedDays, { day }: { day: number }): JourneyEvent[] {
  return journey.has(day) ? [{ type: 'DayReopened', data: { day } }] : []
}
