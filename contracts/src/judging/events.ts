import { z } from 'zod'
import { conflictReasons } from './conflicts.ts'
import { event, type EventOf } from '../events/event-definition.ts'

/**
 * Streams `conflicts-<admin>`: the participants whose projects the admin can't rate. They belong to no run: people stay friends after
 * a reset. A second declaration about the same participant changes the reason.
 */
export const conflictEvents = {
  ConflictDeclared: event({ participant: z.string(), reason: z.enum(conflictReasons).optional() }, 'user', {
    label: 'Conflict of interest declared',
    subject: ['participant'],
    says: {
      conflictDeclared: '{actor} declared a conflict of interest with {subject}',
      conflictDeclaredFor: '{actor} declared a conflict of interest of {admin} with {subject}',
    },
  }),
  ConflictWithdrawn: event({ participant: z.string() }, 'user', {
    label: 'Conflict of interest removed',
    subject: ['participant'],
    says: {
      conflictWithdrawn: '{actor} removed the conflict of interest with {subject}',
      conflictWithdrawnFor: '{actor} removed the conflict of interest of {admin} with {subject}',
    },
  }),
}
export type ConflictEvent = EventOf<typeof conflictEvents>

/** The single stream `calibration`: the projects that every reviewer is asked to rate first. Its events belong to a run. */
export const calibrationEvents = {
  CalibrationProjectAdded: event({ project: z.string() }, 'project', {
    action: 'calibration-added',
    label: 'Calibration project chosen',
    says: { calibrationAdded: '{actor} chose the project of {owner} for Day {day} for calibration' },
  }),
  CalibrationProjectRemoved: event({ project: z.string() }, 'project', {
    action: 'calibration-removed',
    label: 'Calibration project removed',
    says: { calibrationRemoved: '{actor} removed the project of {owner} for Day {day} from calibration' },
  }),
}
export type CalibrationEvent = EventOf<typeof calibrationEvents>
