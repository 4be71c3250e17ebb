import type { CalibrationEvent } from './events.ts'

/** Maximum number of projects that every reviewer is asked to rate first. */
export const maxCalibrationProjects = 10

/** Returns the ids of the calibration projects after an event, in the order in which they were chosen. */
export function evolveCalibration(projects: readonly string[], event: CalibrationEvent): readonly string[] {
  const { project } = event.data
  switch (event.type) {
    case 'CalibrationProjectAdded':
      return projects.includes(project) ? projects : [...projects, project]
    case 'CalibrationProjectRemoved':
      return projects.filter((id) => id !== project)
  }
}
