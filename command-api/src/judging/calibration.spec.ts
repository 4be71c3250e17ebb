import type { CalibrationEvent } from '@thirty/contracts/judging/events.ts'
import { evolveCalibration, maxCalibrationProjects } from '@thirty/contracts/judging/calibration.ts'
import { deciderSpec, refused } from '@thirty/command-api/testing/decider-spec.ts'
import { addToCalibration, removeFromCalibration, type Calibration } from './decide.ts'

const { rule } = deciderSpec({ initial: [], evolve: evolveCalibration })
const added = (project: string): CalibrationEvent => ({ type: 'CalibrationProjectAdded', data: { project } })
const removed = (project: string): CalibrationEvent => ({
  type: 'CalibrationProjectRemoved',
  data: { project },
})
const adding = (project: string) => (calibration: Calibration) => addToCalibration(calibration, project)
const removing = (project: string) => (calibration: Calibration) =>
  removeFromCalibration(calibration, project)

const full = Array.from({ length: maxCalibrationProjects }, (_, number) => added(`project-${number}`))
rule(
  'chooses up to ten projects for calibration, each once, and removes them once',
  [[], adding('kanban'), [added('kanban')]],
  [[added('kanban')], adding('kanban'), []],
  [[added('kanban')], removing('kanban'), [removed('kanban')]],
  [[added('kanban'), removed('kanban')], removing('kanban'), []],
  [[added('kanban'), removed('kanban')], adding('kanban'), [added('kanban')]],
  [full, adding('kanban'), refused('quota-reached', 'At most 10 projects can be chosen for calibration.')],
  [[...full, removed('project-3')], adding('kanban'), [added('kanban')]],
)
