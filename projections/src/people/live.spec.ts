import { rooms } from '@thirty/contracts/live.ts'
import { expect, test } from 'vitest'
import {
  documentChanges,
  userIdOf,
  personEvents,
  projectEvents,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { peopleUpdates } from './live.ts'
import { peopleProjection } from './projection.ts'

const given = [personEvents('Root').registered({ role: 'admin' }), personEvents('Ada').registered()]

const disconnectedRooms = (next: GivenEvent, hasListeners = () => true): string[] =>
  documentChanges(peopleProjection, given, [next])
    .flatMap(peopleUpdates(hasListeners))
    .map(({ room, message }) => `${message} ${room}`)
const roomOfAda = [`disconnect ${rooms.user(userIdOf('Ada'))}`]

test('disconnects a user whose sessions were revoked, and nobody else', () => {
  const revoked = personEvents('Ada').event({ type: 'SessionsRevoked', data: { sessionVersion: 1 } })
  expect(disconnectedRooms(revoked)).toEqual(roomOfAda)
  expect(disconnectedRooms(revoked, () => false)).toEqual([])
})

test('disconnects a user whose account was deactivated or activated', () => {
  expect(disconnectedRooms(personEvents('Ada').status('inactive'))).toEqual(roomOfAda)
})

test('disconnects a user who logged out or whose account was deleted', () => {
  const ended = { token: 'one', expiresAt: '2026-01-12T12:00:00.000Z' }
  expect(disconnectedRooms(personEvents('Ada').event({ type: 'SessionEnded', data: ended }))).toEqual(
    roomOfAda,
  )
  expect(disconnectedRooms(personEvents('Ada').deleted())).toEqual(roomOfAda)
})

test('does not disconnect a user after other changes of the account', () => {
  expect(
    disconnectedRooms(personEvents('Ada').event({ type: 'ProfileChanged', data: { bio: 'Hello' } })),
  ).toEqual([])
  expect(disconnectedRooms(projectEvents('Ada', 1).submitted())).toEqual([])
  expect(disconnectedRooms(personEvents('Bob').registered())).toEqual([])
})

test('disconnects an admin whose role changed, so that the rooms and the screens follow it', () => {
  const changed: GivenEvent = {
    stream: 'admins',
    type: 'AdminRoleChanged',
    data: { user: userIdOf('Root'), from: 'owner', to: 'viewer' },
  }
  expect(disconnectedRooms(changed)).toEqual([`disconnect ${rooms.user(userIdOf('Root'))}`])
})
