import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import type { Document, Projection } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { readModels } from './read-models.ts'
import {
  challengeEvent,
  documentsAfter,
  userIdOf,
  personEvents,
  imageName,
  projectEvents,
  recordedEvents,
  equalCriteria,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'

const views = readModels({
  store: memoryReadModelStore({ live: { publish: () => undefined } }),
  log: fakeEventLog(),
  clock: () => 0,
  timeZone: 'UTC',
  run: 1,
}).projections.map(({ projection: view }) => view)

const eve = personEvents('Eve')
const eves = projectEvents('Eve', 1)
const adas = projectEvents('Ada', 2)
const secrets = ['evelyn', 'evelyn_1', 'eve@private.example', 'hometown', 'eve.example', imageName(7)]
const at = (day: number) => `2026-01-${String(day).padStart(2, '0')}T12:00:00.000Z`

/** A person with everything that is known about one, who did what people do here. */
const life: GivenEvent[] = [
  personEvents('Root').registered({ role: 'admin' }, at(1)),
  personEvents('Ada').registered({}, at(2)),
  eve.registered({ fullName: 'Evelyn', username: 'evelyn_1', email: 'eve@private.example' }, at(3)),
  eve.event({ type: 'ProfileChanged', data: { location: 'Hometown', website: 'https://eve.example' } }, at(3)),
  eve.event({ type: 'ProfileImageChanged', data: { image: imageName(7) } }, at(3)),
  challengeEvent({ type: 'ChallengeStarted', data: { run: 1, startsAt: at(1) } }),
  eves.submitted({}, at(5)),
  adas.submitted({}, at(5)),
  eves.rated('Root', equalCriteria(4), { at: at(6) }),
  eves.approved(),
  adas.rated('Eve', equalCriteria(5), { official: false, at: at(6) }),
  adas.liked('Eve'),
]
const deleted = eve.deleted({ registered: { at: at(3), position: '30' } }, at(9))

/** All that a view holds: documents and where they stand, since names stand there as well. In small letters, as there. */
const textOf = (view: Projection, documents: ReadonlyMap<string, Document>) =>
  JSON.stringify([...documents].map(([id, one]) => [id, one, view.indexEntries(one, id)])).toLowerCase()

test('before, there is much to forget', () => {
  const all = views.map((view) => textOf(view, documentsAfter(view, life))).join('')
  for (const secret of secrets) expect(all).toContain(secret)
})

test.each(views.map((view) => [view.name, view] as const))(
  '%s forgets a person whose account was deleted',
  (_name, view) => {
    const text = textOf(view, documentsAfter(view, [...life, deleted]))
    for (const secret of secrets) expect(text).not.toContain(secret)
  },
)

test.each(views.map((view) => [view.name, view] as const))(
  '%s is the same when it is built anew from a log in which the person is gone',
  (_name, view) => {
    const whole = recordedEvents([...life, deleted])
    const left = whole.filter(({ stream }) => stream !== `user-${eve.id}`)
    const built = (events: typeof whole) => {
      const documents = new Map<string, Document>()
      for (const event of events) {
        if (!view.streams.some((prefix) => event.stream.startsWith(prefix))) continue
        if (view.events !== undefined && !isEventOf(view.events, event)) continue
        for (const id of view.documentIds(event)) {
          const after = view.evolve(documents.get(id), event, id)
          if (after === undefined) documents.delete(id)
          else documents.set(id, after)
        }
      }
      return new Map([...documents].sort(([one], [other]) => (one < other ? -1 : 1)))
    }
    expect(built(left)).toEqual(built(whole))
  },
)

test.each(views.map((view) => [view.name, view] as const))(
  '%s does not hear what a command that was under way says of the person afterwards',
  (_name, view) => {
    const late = [
      eve.event({ type: 'ProfileChanged', data: { fullName: 'Evelyn', username: 'evelyn_1' } }, at(9)),
      eve.event({ type: 'ProfileImageChanged', data: { image: imageName(7) } }, at(9)),
      eve.status('inactive', at(9)),
    ]
    expect(documentsAfter(view, [...life, deleted, ...late])).toEqual(
      documentsAfter(view, [...life, deleted]),
    )
  },
)

test.each([
  ['active', 'participant', true],
  ['pending', 'participant', false],
  ['active', 'admin', false],
] as const)(
  'who was %s, and %s, and never handed anything in keeps the place, if there was one: %s',
  (status, role, isThere) => {
    const board = views.find(({ name }) => name.startsWith('leaderboard'))
    if (board === undefined) throw new Error('There is no board.')
    const gone = eve.deleted({ role, status, registered: { at: at(3), position: '20' } }, at(9))
    const story = [personEvents('Ada').registered({}, at(2)), eve.registered({ role }, at(3))]
    const switched = status === 'active' ? [] : [eve.status(status)]
    const live = documentsAfter(board, [...story, ...switched, gone]).get(userIdOf('Eve'))
    const anew = documentsAfter(board, [...story.slice(0, 1), gone]).get(userIdOf('Eve'))
    const placesOf = (document: Document | undefined) =>
      document && board.indexEntries(document, userIdOf('Eve'))
    expect(placesOf(anew)).toEqual(placesOf(live))
    expect(placesOf(live)?.['points'] !== undefined).toBe(isThere)
  },
)
