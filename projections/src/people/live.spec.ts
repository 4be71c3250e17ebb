import { rooms } from '@thirty/contracts/live.ts'
import { expect, test } from 'vitest'
import {
  documentsAfter,
  userIdOf,
  personEvents,
  projectEvents,
  recordedEvents,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { peopleUpdates } from './live.ts'
import { peopleProjection } from './projection.ts'

const view = peopleProjection
const story = [personEvents('Root').registered({ role: 'admin' }), personEvents('Ada').registered()]

function roomsCutBy(next: GivenEvent, isHeard = () => true): string[] {
  const [before, after] = [documentsAfter(view, story), documentsAfter(view, [...story, next])]
  const [event] = recordedEvents([next], story.length)
  if (!event) return []
  return view
    .documentIds(event)
    .flatMap((id) => peopleUpdates(isHeard)({ event, id, before: before.get(id), after: after.get(id) }))
    .map(({ room, message }) => `${message} ${room}`)
}
const cutAda = [`disconnect ${rooms.user(userIdOf('Ada'))}`]

test('whose sessions were ended loses their sockets, and nobody else does', () => {
  const revoked = personEvents('Ada').told({ type: 'SessionsRevoked', data: { sessionVersion: 1 } })
  expect(roomsCutBy(revoked)).toEqual(cutAda)
  expect(roomsCutBy(revoked, () => false)).toEqual([])
})

test('whose account is switched off, or on again, loses their sockets', () => {
  expect(roomsCutBy(personEvents('Ada').status('inactive'))).toEqual(cutAda)
})

test('who gave a token back, or is gone, loses their sockets', () => {
  const ended = { token: 'one', expiresAt: '2026-01-12T12:00:00.000Z' }
  expect(roomsCutBy(personEvents('Ada').told({ type: 'SessionEnded', data: ended }))).toEqual(cutAda)
  expect(roomsCutBy(personEvents('Ada').deleted())).toEqual(cutAda)
})

test('all other changes of an account leave the sockets alone', () => {
  expect(roomsCutBy(personEvents('Ada').told({ type: 'ProfileChanged', data: { bio: 'Hello' } }))).toEqual([])
  expect(roomsCutBy(projectEvents('Ada', 1).submitted())).toEqual([])
  expect(roomsCutBy(personEvents('Bob').registered())).toEqual([])
})
