import type { JourneyEvent } from '@thirty/contracts/events/journey.ts'

/** The days that a participant has completed. */
export type CompletedDays = ReadonlySet<number>

export const noCompletedDays: CompletedDays = new Set()

export function evolve(journey: CompletedDays, event: JourneyEvent): CompletedDays {
  switch (event.type) {
    case 'DayCompleted':
      return new Set([...journey, event.data.day])
    case 'DayReopened':
      return new Set([...journey].filter((day) => day !== event.data.day))
    default:
      return journey
  }
}
