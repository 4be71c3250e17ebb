import type { JourneyEvent } from '@thirty/contracts/events/journey.ts'

/** The days that a participant has completed. */
export type Journey = ReadonlySet<number>

export const noDays: Journey = new Set()

export function evolve(journey: Journey, event: JourneyEvent): Journey {
  switch (event.type) {
    case 'DayCompleted':
      return new Set([...journey, event.data.day])
    case 'DayReopened':
      return new Set([...journey].filter((day) => day !== event.data.day))
    default:
      return journey
  }
}
