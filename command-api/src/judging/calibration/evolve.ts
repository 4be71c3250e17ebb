import { calibrationEvents, type CalibrationEvent } from '@thirty/contracts/judging/events.ts'
import type { Fold } from '../../fold.ts'

/** The ids of the calibration projects. */
export type Calibration = ReadonlySet<string>

export const noCalibration: Calibration = new Set()

export function evolveCalibration(projects: Calibration, event: CalibrationEvent): Calibration {
  const next = new Set(projects)
  switch (event.type) {
    case 'CalibrationProjectAdded':
      return next.add(event.data.project)
    case 'CalibrationProjectRemoved':
      next.delete(event.data.project)
      return next
  }
}

/** The calibration projects: a new run begins without any. */
export const calibrationFold: Fold<Calibration, CalibrationEvent> = {
  events: calibrationEvents,
  initial: noCalibration,
  evolve: evolveCalibration,
}
