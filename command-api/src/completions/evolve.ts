import { journeyEvents, type JourneyEvent } from '@thirty/contracts/challenge/events.ts'

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
