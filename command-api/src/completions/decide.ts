// Decides which days of the challenge a participant has completed.

import { journeyEvents, type JourneyEvent } from '@thirty/contracts/challenge/events.ts'
import { refuseField } from '@thirty/contracts/endpoints/refusals.ts'
import { isDayOpen } from '@thirty/contracts/challenge/challenge-day.ts'
import { say } from '@thirty/contracts/texts/text.ts'

/** The days that a participant has completed in a run; `endpoints.ts` begins with the days of the runs that it was restored from. */
export type CompletedDays = ReadonlySet<number>

export const completionsFold = {
  events: journeyEvents,
  initial: new Set() as CompletedDays,
  evolve: (days: CompletedDays, { type, data }: JourneyEvent): CompletedDays =>
    type === 'DayCompleted'
      ? new Set([...days, data.day])
      : new Set([...days].filter((day) => day !== data.day)),
}

/** Times in milliseconds since 1970. */
export type CompleteDay = { day: number; startsAt: number | undefined; now: number; timeZone: string }

/** Completes a day that has started. Completing it again changes nothing. */
export function complete(
  completed: CompletedDays,
  { day, startsAt, now, timeZone }: CompleteDay,
): JourneyEvent[] {
  if (completed.has(day)) return []
  if (!isDayOpen(day, startsAt, now, timeZone))
    refuseField('day', say('dayNotStarted', { day }), 'day-not-started')
  return [{ type: 'DayCompleted', data: { day } }]
}

/** Reopens a completed day. Reopening a day that is not completed changes nothing. */
export function reopen(completed: CompletedDays, { day }: { day: number }): JourneyEvent[] {
  return completed.has(day) ? [{ type: 'DayReopened', data: { day } }] : []
}
