import { journeyEvents, type JourneyEvent } from '@thirty/contracts/challenge/journey-events.ts'
import type { Fold } from '../fold.ts'

/** The days that a participant has completed. */
export type CompletedDays = ReadonlySet<number>

export const noCompletedDays: CompletedDays = new Set()

export function evolve(days: CompletedDays, event: JourneyEvent): CompletedDays {
  switch (event.type) {
    case 'DayCompleted':
      return new Set([...days, event.data.day])
    case 'DayReopened':
      return new Set([...days].filter((day) => day !== event.data.day))
  }
}

export const completionsFold: Fold<CompletedDays, JourneyEvent> = {
  events: journeyEvents,
  initial: noCompletedDays,
  evolve,
}
