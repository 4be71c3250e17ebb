import { expect, test } from 'vitest'
import { privilegesFor } from '../endpoints/access.ts'
import { projectId } from '../projects/project-id.ts'
import { rooms } from './live.ts'
import { canWatch, defaultRooms } from './room-access.ts'

const id = '0198c0de-0000-7000-8000-000000000001'

test('admins join the room of admins, and participants do not', () => {
  expect(defaultRooms({ id, ...privilegesFor('owner') })).toEqual([
    rooms.leaderboard,
    rooms.user(id),
    rooms.admins,
    rooms.webhooks,
  ])
  expect(defaultRooms({ id, ...privilegesFor(null) })).not.toContain(rooms.admins)
})

test.each([
  ['owner', true],
  ['organiser', true],
  ['reviewer', false],
  ['viewer', false],
] as const)('the role %s joins the room of webhooks: %s', (role, isJoined) => {
  expect(defaultRooms({ id, ...privilegesFor(role) }).includes(rooms.webhooks)).toBe(isJoined)
})

test('somebody who has to set up two-factor sign-in receives only messages about themselves', () => {
  const caller = { id, ...privilegesFor('owner'), needsTwoFactor: true } as const
  expect(defaultRooms(caller)).toEqual([rooms.user(id), rooms.nonAdmins, rooms.twoFactorSetup])
  expect(canWatch(caller, rooms.community)).toBe(false)
  expect(canWatch(caller, rooms.showcase)).toBe(true)
  expect(canWatch({ id, ...privilegesFor('owner') }, rooms.community)).toBe(true)
})

const project = projectId({ run: 1, day: 4, user: id })

test('visitors receive messages about the showcase only', () => {
  expect(defaultRooms(undefined)).toEqual([rooms.showcase, rooms.nonAdmins])
  const others = [rooms.community, rooms.leaderboard, rooms.project(project), rooms.profile(id)]
  expect([rooms.showcase, ...others].filter((room) => canWatch(undefined, room))).toEqual([rooms.showcase])
})

test('participants receive messages about the leaderboard and about themselves', () => {
  expect(defaultRooms({ id, ...privilegesFor(null) })).toEqual([
    rooms.leaderboard,
    rooms.user(id),
    rooms.nonAdmins,
  ])
})

test.each([null, 'owner'] as const)(
  'the role %s watches pages that everybody may open, and no other room',
  (role) => {
    const caller = { id, ...privilegesFor(role) }
    const open = [rooms.showcase, rooms.community, rooms.project(project), rooms.profile(id)]
    const ofOthers = [rooms.admins, rooms.webhooks, rooms.nonAdmins, rooms.leaderboard, rooms.user(id)]
    const malformed = [
      rooms.project(id),
      rooms.profile(project),
      `x:${rooms.profile(id)}`,
      `profile${id}`,
      id,
      '',
    ]
    expect([...ofOthers, ...malformed, ...open].filter((room) => canWatch(caller, room))).toEqual(open)
  },
)
