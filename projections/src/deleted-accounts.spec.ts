import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import type { Document, Projection } from '@thirty/infra/read-models/projection.ts'
import { expect, test } from 'vitest'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { readModels } from './read-models.ts'
import {
  challengeEvent,
  userIdOf,
  personEvents,
  imageName,
  projectEvents,
  equalCriteria,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { documentsAfter, documentsOf, recordedEvents } from '@thirty/projections/testing/fold-events.ts'

const projections = readModels({
  store: memoryReadModelStore({ live: { publish: () => undefined } }),
  log: fakeEventLog(),
  clock: () => 0,
  timeZone: 'UTC',
  history: firstHistory,
}).projections.map(({ projection }) => projection)

const eve = personEvents('Eve')
const eve1 = projectEvents('Eve', 1)
const ada2 = projectEvents('Ada', 2)
const secrets = ['evelyn', 'evelyn_1', 'eve@private.example', 'hometown', 'eve.example', imageName(7)]
const at = (day: number) => `2026-01-${String(day).padStart(2, '0')}T12:00:00.000Z`

/** A user with all kinds of personal data and activity. */
const userHistory: GivenEvent[] = [
  personEvents('Root').registered({ role: 'admin' }, at(1)),
  personEvents('Ada').registered({}, at(2)),
  eve.registered({ fullName: 'Evelyn', username: 'evelyn_1', email: 'eve@private.example' }, at(3)),
  eve.event('ProfileChanged', { location: 'Hometown', website: 'https://eve.example' }, at(3)),
  eve.event('ProfileImageChanged', { image: imageName(7) }, at(3)),
  challengeEvent('ChallengeStarted', { run: 1, startsAt: at(1) }),
  eve1.submitted({}, at(5)),
  ada2.submitted({}, at(5)),
  eve1.rated('Root', equalCriteria(4), { at: at(6) }),
  eve1.approved(),
  ada2.rated('Eve', equalCriteria(5), { official: false, at: at(6) }),
  ada2.liked('Eve'),
]
const deleted = eve.deleted({ registered: { at: at(3), position: '30' } }, at(9))

/** Returns documents and index entries as lower-case text, since index entries contain normalised names. */
const textOf = (projection: Projection, documents: ReadonlyMap<string, Document>) =>
  JSON.stringify(
    [...documents].map(([id, document]) => [id, document, projection.indexEntries(document, id)]),
  ).toLowerCase()

test('the personal data is in the read models before the deletion', () => {
  const all = projections
    .map((projection) => textOf(projection, documentsAfter(projection, userHistory)))
    .join('')
  for (const secret of secrets) expect(all).toContain(secret)
})

test.each(projections.map((projection) => [projection.name, projection] as const))(
  '%s contains no personal data of a deleted account, as if the log had never had its events',
  (_name, projection) => {
    const after = documentsAfter(projection, [...userHistory, deleted])
    const text = textOf(projection, after)
    for (const secret of secrets) expect(text).not.toContain(secret)
    const remaining = recordedEvents([...userHistory, deleted]).filter(
      ({ stream }) => stream !== `user-${eve.id}`,
    )
    expect(documentsOf(projection, remaining)).toEqual(after)
    // Commands may finish after the account was deleted.
    const late = [
      eve.event('ProfileChanged', { fullName: 'Evelyn', username: 'evelyn_1' }, at(9)),
      eve.event('ProfileImageChanged', { image: imageName(7) }, at(9)),
      eve.status('inactive', at(9)),
    ]
    expect(documentsAfter(projection, [...userHistory, deleted, ...late])).toEqual(after)
  },
)

test.each([
  ['active', 'participant', true],
  ['pending', 'participant', false],
  ['active', 'admin', false],
] as const)(
  'a deleted account that was %s, %s and without submissions keeps its rank, if it had one: %s',
  (status, role, isRanked) => {
    const board = projections.find(({ name }) => name.startsWith('leaderboard'))
    if (board === undefined) throw new Error('There is no leaderboard.')
    const deletion = eve.deleted({ role, status, registered: { at: at(3), position: '20' } }, at(9))
    const givenEvents = [personEvents('Ada').registered({}, at(2)), eve.registered({ role }, at(3))]
    const statusChange = status === 'active' ? [] : [eve.status(status)]
    const live = documentsAfter(board, [...givenEvents, ...statusChange, deletion]).get(userIdOf('Eve'))
    const rebuilt = documentsAfter(board, [...givenEvents.slice(0, 1), deletion]).get(userIdOf('Eve'))
    const indexEntriesOf = (document: Document | undefined) =>
      document && board.indexEntries(document, userIdOf('Eve'))
    expect(indexEntriesOf(rebuilt)).toEqual(indexEntriesOf(live))
    expect(indexEntriesOf(live)?.['points'] !== undefined).toBe(isRanked)
  },
)
