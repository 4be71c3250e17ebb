import type { CalibrationEvent } from '@thirty/contracts/events/judging.ts'
import { maxCalibrationProjects } from '@thirty/contracts/rules/judging/calibration.ts'
import { test } from 'vitest'
import { deciderSpec } from '@thirty/command-api/testing/decider-spec.ts'
import { addToCalibration, removeFromCalibration } from './decide.ts'
import { evolveCalibration, noCalibration, type Calibration } from './evolve.ts'

const { given } = deciderSpec(noCalibration, evolveCalibration)
const added = (project: string): CalibrationEvent => ({ type: 'CalibrationProjectAdded', data: { project } })
const removed = (project: string): CalibrationEvent => ({
  type: 'CalibrationProjectRemoved',
  data: { project },
})
const adding = (project: string) => (calibration: Calibration) => addToCalibration(calibration, project)
const removing = (project: string) => (calibration: Calibration) =>
  removeFromCalibration(calibration, project)

test('chooses a project for calibration, once', () => {
  given().when(adding('kanban')).then(added('kanban'))
  given(added('kanban')).when(adding('kanban')).thenNothing()
})

test('removes a project from calibration, once, and chooses it again', () => {
  given(added('kanban')).when(removing('kanban')).then(removed('kanban'))
  given(added('kanban'), removed('kanban')).when(removing('kanban')).thenNothing()
  given(added('kanban'), removed('kanban')).when(adding('kanban')).then(added('kanban'))
})

test('refuses an eleventh project', () => {
  const full = Array.from({ length: maxCalibrationProjects }, (_, number) => added(`project-${number}`))
  given(...full)
    .when(adding('kanban'))
    .thenRefused('quota-reached', 'At most 10 projects can be chosen for calibration.')
  given(...full, removed('project-3'))
    .when(adding('kanban'))
    .then(added('kanban'))
})
