import { ownDataResponse } from '@thirty/contracts/accounts/own-data-api.ts'
import { challengeEvents, journeyEvents } from '@thirty/contracts/challenge/events.ts'
import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { allEvents } from '@thirty/contracts/events/catalogue.ts'
import type { EventDefinition } from '@thirty/contracts/events/event-definition.ts'
import { exportKinds, type ExportKind } from '@thirty/contracts/exports/exports.ts'
import { projectEvents, projectViewEvents } from '@thirty/contracts/projects/events.ts'
import { expect, test } from 'vitest'
import { challengeProjection } from './challenge/projection.ts'
import { deletedPeopleProjection } from './deleted-people/projection.ts'
import { discussionsProjection } from './discussions/projection.ts'
import { backupsProjection } from './leaderboard/backups/read-model.ts'
import { readMarksProjection } from './notifications/projection.ts'
import { optionsProjection } from './options/projection.ts'
import { collectedEvents, emptyData } from './own-data/collect-own-data.ts'
import { peopleProjection } from './people/projection.ts'
import { projectionsOfRun } from './projections-of-run.ts'
import { savedTextsProjection } from './saved-texts/projection.ts'
import { teamProjection } from './team/projection.ts'

// Each event says where it is used (`EventUses`); what it says is true.

const ofRun = projectionsOfRun(firstHistory, 'UTC')
const projections = [
  backupsProjection,
  challengeProjection,
  deletedPeopleProjection,
  discussionsProjection,
  optionsProjection,
  peopleProjection,
  readMarksProjection,
  savedTextsProjection,
  teamProjection,
  ...Object.values(ofRun),
]

/** The projections whose read models are in an export, beside the names of people and the run that is shown. */
const sources: Record<ExportKind, readonly { events?: object }[]> = {
  users: [ofRun.projects],
  projects: [ofRun.projects],
  ratings: [ofRun.projects],
  standings: [ofRun.leaderboard],
}

const typesIn = (...families: (object | undefined)[]) =>
  [...new Set(families.flatMap((family) => Object.keys(family ?? allEvents)))].toSorted()

const definitions = Object.entries<EventDefinition>(allEvents)
const typesWhere = (holds: (definition: EventDefinition) => boolean) =>
  definitions.flatMap(([type, definition]) => (holds(definition) ? [type] : [])).toSorted()

test('every event has a sentence in the audit, or is not audited', () => {
  expect(typesWhere(({ audit }) => audit === undefined)).toEqual([])
  expect(typesWhere(({ audit }) => audit !== false && Object.keys(audit?.says ?? {}).length === 0)).toEqual(
    [],
  )
})

test('every event is read by a projection besides the audit, or says that none reads it', () => {
  const projected = typesIn(...projections.map(({ events }) => events))
  expect(typesWhere(({ uses }) => uses?.readModel !== false)).toEqual(projected)
})

test('every event says whether backup files have it; events that belong to no run are in none', () => {
  expect(typesWhere(({ uses }) => uses?.backupFile === undefined)).toEqual([])
  const ofRuns = typesIn(challengeEvents, projectEvents, projectViewEvents, journeyEvents)
  expect(ofRuns).toEqual(expect.arrayContaining(typesWhere(({ uses }) => uses?.backupFile === true)))
})

test('every event says which own data it changes, and lists that are read from the log read these events', () => {
  expect(typesWhere(({ uses }) => uses?.ownData === undefined)).toEqual([])
  const changed = new Set(definitions.flatMap(([, { uses }]) => uses?.ownData ?? []))
  const notOfEvents = ['success', 'exportedAt', 'truncated', 'drafts']
  const lists = Object.keys(ownDataResponse.shape).filter((name) => !notOfEvents.includes(name))
  expect([...changed].toSorted()).toEqual(lists.toSorted())
  const ofLog = Object.keys(emptyData())
  expect(typesWhere(({ uses }) => uses?.ownData.some((list) => ofLog.includes(list)) === true)).toEqual(
    typesIn(collectedEvents),
  )
})

test('every event says which exports it changes', () => {
  expect(typesWhere(({ uses }) => uses?.exports === undefined)).toEqual([])
})

test.each(exportKinds)('the read models of the export of %s read every event that changes it', (kind) => {
  const changing = typesWhere(({ uses }) => uses?.exports.includes(kind) === true)
  const read = [peopleProjection, challengeProjection, ...sources[kind]].map(({ events }) => events)
  expect(changing).not.toEqual([])
  expect(typesIn(...read)).toEqual(expect.arrayContaining(changing))
})
