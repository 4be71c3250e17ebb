import { rooms } from '@thirty/contracts/live/live.ts'
import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import {
  conflictEvent,
  equalCriteria,
  projectEvents,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { documentChanges } from '@thirty/projections/testing/fold-events.ts'
import { expect, test } from 'vitest'
import { judgingUpdates } from './live.ts'
import { judgingProjection } from './projection.ts'

const ada = projectEvents('Ada', 1)
const updatesOf = (next: GivenEvent) =>
  documentChanges(judgingProjection(firstHistory), [ada.submitted()], [next]).flatMap(judgingUpdates)
const items = (next: GivenEvent) =>
  updatesOf(next).flatMap((update) => ('item' in update ? [update.item] : []))

test('admins receive the number of official ratings of a project', () => {
  const rating = ada.rated('Root', equalCriteria(4))
  expect(items(rating)).toContainEqual({ projectId: ada.id, officialRatings: 1 })
  expect(items(ada.withdrawn())).toEqual([{ projectId: ada.id, officialRatings: 0 }])
})

test('admins receive a message that something else changed', () => {
  const conflict = conflictEvent('Root', 'ConflictDeclared', { participant: userIdOf('Ada') })
  expect(items(conflict)).toContainEqual({ projectId: null, officialRatings: 0 })
})

test('ratings by participants are not sent, and nobody but admins receives anything', () => {
  expect(updatesOf(ada.rated('Bob', equalCriteria(4), { official: false }))).toEqual([])
  const sentTo = updatesOf(ada.rated('Root', equalCriteria(4))).map(({ room }) => room)
  expect([...new Set(sentTo)]).toEqual([rooms.admins])
})
