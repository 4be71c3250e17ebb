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
import { judgingUpdates } from './query.ts'
import { judgingProjection } from './projection.ts'

const ada = projectEvents('Ada', 1)
test.each<[string, GivenEvent, object[]]>([
  [
    'the number of official ratings of a project',
    ada.rated('Root', equalCriteria(4)),
    [
      { projectId: null, officialRatings: 0 },
      { projectId: ada.id, officialRatings: 1 },
    ],
  ],
  ['that a project was withdrawn', ada.withdrawn(), [{ projectId: ada.id, officialRatings: 0 }]],
  [
    'that something else changed',
    conflictEvent('Root', 'ConflictDeclared', { participant: userIdOf('Ada') }),
    [
      { projectId: null, officialRatings: 0 },
      { projectId: ada.id, officialRatings: 0 },
    ],
  ],
  ['no ratings by participants', ada.rated('Bob', equalCriteria(4), { official: false }), []],
])('admins receive %s, and nobody else anything', (_, next, items) => {
  const changes = documentChanges(judgingProjection(firstHistory), [ada.submitted()], [next])
  expect(changes.flatMap(judgingUpdates)).toMatchObject(
    items.map((item) => ({ room: rooms.admins, message: 'judging.changed', item })),
  )
})
