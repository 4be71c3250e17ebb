// Decides which projects are for calibration: every reviewer is asked to rate them first. They are in one stream, because "at most ten" is
// a rule about all of them. Its events belong to a run. A calibration project that is withdrawn or rejected later stays in the list, but
// reviewers are no longer asked to rate it.

import { calibrationEvents, type CalibrationEvent } from '@thirty/contracts/judging/events.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { evolveCalibration, maxCalibrationProjects } from '@thirty/contracts/judging/calibration.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import type { Fold } from '../../fold.ts'

/** The ids of the calibration projects. */
export type Calibration = readonly string[]

/** The calibration projects: a new run begins without any. */
export const calibrationFold: Fold<Calibration, CalibrationEvent> = {
  events: calibrationEvents,
  initial: [],
  evolve: evolveCalibration,
}

/** Asks every reviewer to rate a project first. Asking again changes nothing. */
export function addToCalibration(calibration: Calibration, project: string): CalibrationEvent[] {
  if (calibration.includes(project)) return []
  if (calibration.length >= maxCalibrationProjects)
    refuse('quota-reached', say('calibrationLimit', { count: maxCalibrationProjects }))
  return [{ type: 'CalibrationProjectAdded', data: { project } }]
}

export const removeFromCalibration = (calibration: Calibration, project: string): CalibrationEvent[] =>
  calibration.includes(project) ? [{ type: 'CalibrationProjectRemoved', data: { project } }] : []
