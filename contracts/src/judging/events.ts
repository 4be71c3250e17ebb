import { z } from 'zod'
import { conflictReasons } from './conflicts.ts'
import { event, type EventOf } from '../events/event-definition.ts'

/**
 * Streams `conflicts-<admin>`: the participants whose projects the admin can't rate. They belong to no run: people stay friends after
 * a reset. A second declaration about the same participant changes the reason.
 */
export const conflictEvents = {
  ConflictDeclared: event({ participant: z.string(), reason: z.enum(conflictReasons).optional() }),
  ConflictWithdrawn: event({ participant: z.string() }),
}
export type ConflictEvent = EventOf<typeof conflictEvents>

/** The single stream `calibration`: the projects that every reviewer is asked to rate first. Its events belong to a run. */
export const calibrationEvents = {
  CalibrationProjectAdded: event({ project: z.string() }),
  CalibrationProjectRemoved: event({ project: z.string() }),
}
export type CalibrationEvent = EventOf<typeof calibrationEvents>
