import { rooms } from '@thirty/contracts/live/live.ts'
import { expect, test } from 'vitest'
import {
  defaultTime,
  userIdOf,
  personEvents,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { documentChanges } from '@thirty/projections/testing/fold-events.ts'
import { peopleUpdates } from './live.ts'
import { peopleProjection } from './projection.ts'

const given = [personEvents('Root').registered({ role: 'admin' }), personEvents('Ada').registered()]

const [root, ada] = [personEvents('Root'), personEvents('Ada')]
const disconnected = (name: string) => [`disconnect ${rooms.user(userIdOf(name))}`]
const roleChanged: GivenEvent = {
  stream: 'admins',
  type: 'AdminRoleChanged',
  data: { user: root.id, from: 'owner', to: 'viewer' },
}

test.each<[string, GivenEvent, string[]]>([
  ['its sessions were revoked', ada.event('SessionsRevoked', { sessionVersion: 1 }), disconnected('Ada')],
  ['the role of an admin changed, so that rooms and screens follow it', roleChanged, disconnected('Root')],
  ['its status changed', ada.status('inactive'), disconnected('Ada')],
  ['it logged out', ada.event('SessionEnded', { token: 'one', expiresAt: defaultTime }), disconnected('Ada')],
  ['it was deleted', ada.deleted(), disconnected('Ada')],
  ['nobody: a profile changed', ada.event('ProfileChanged', { bio: 'Hello' }), []],
  ['nobody: there is another account', personEvents('Bob').registered(), []],
])('disconnects the account whose session ends, and no other: %s', (_, next, expected) => {
  const updates = documentChanges(peopleProjection, given, [next]).flatMap(peopleUpdates)
  expect(updates.map(({ room, message }) => `${message} ${room}`)).toEqual(expected)
})
