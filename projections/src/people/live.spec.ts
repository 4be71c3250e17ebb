import { rooms } from '@thirty/contracts/live/live.ts'
import { expect, test } from 'vitest'
import {
  userIdOf,
  personEvents,
  projectEvents,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { documentChanges } from '@thirty/projections/testing/fold-events.ts'
import { peopleUpdates } from './live.ts'
import { peopleProjection } from './projection.ts'

const given = [personEvents('Root').registered({ role: 'admin' }), personEvents('Ada').registered()]

const disconnectedRooms = (next: GivenEvent): string[] =>
  documentChanges(peopleProjection, given, [next])
    .flatMap(peopleUpdates)
    .map(({ room, message }) => `${message} ${room}`)

const [root, ada] = [personEvents('Root'), personEvents('Ada')]
const disconnected = (name: string) => [`disconnect ${rooms.user(userIdOf(name))}`]
const revoked = ada.event('SessionsRevoked', { sessionVersion: 1 })
const roleChanged: GivenEvent = {
  stream: 'admins',
  type: 'AdminRoleChanged',
  data: { user: root.id, from: 'owner', to: 'viewer' },
}

test('disconnects a user whose sessions were revoked, and nobody else', () => {
  expect(disconnectedRooms(revoked)).toEqual(disconnected('Ada'))
})

test('disconnects an admin whose role changed, so that the rooms and the screens follow it', () => {
  expect(disconnectedRooms(roleChanged)).toEqual(disconnected('Root'))
})

test.each<[string, GivenEvent, string[]]>([
  ['a status', ada.status('inactive'), disconnected('Ada')],
  [
    'a logout',
    ada.event('SessionEnded', { token: 'one', expiresAt: '2026-01-12T12:00:00.000Z' }),
    disconnected('Ada'),
  ],
  ['a deletion', ada.deleted(), disconnected('Ada')],
  ['a profile', ada.event('ProfileChanged', { bio: 'Hello' }), []],
  ['a project', projectEvents('Ada', 1).submitted(), []],
  ['another account', personEvents('Bob').registered(), []],
])('after a change of %s only a user is disconnected whose session it ends', (_, next, expected) => {
  expect(disconnectedRooms(next)).toEqual(expected)
})
