// Calibration projects are in one stream, because "at most ten" is a rule about all of them. Its events belong to a
// run. A calibration project that is withdrawn or rejected later stays in the list, but reviewers are no longer asked
// to rate it.

import type { CalibrationEvent } from '@thirty/contracts/judging/events.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { maxCalibrationProjects } from '@thirty/contracts/judging/calibration.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import type { Calibration } from './evolve.ts'

/** Asks every reviewer to rate a project first. Asking again changes nothing. */
export function addToCalibration(calibration: Calibration, project: string): CalibrationEvent[] {
  if (calibration.has(project)) return []
  if (calibration.size >= maxCalibrationProjects)
    refuse('quota-reached', say('calibrationLimit', { count: maxCalibrationProjects }))
  return [{ type: 'CalibrationProjectAdded', data: { project } }]
}

export const removeFromCalibration = (calibration: Calibration, project: string): CalibrationEvent[] =>
  calibration.has(project) ? [{ type: 'CalibrationProjectRemoved', data: { project } }] : []
