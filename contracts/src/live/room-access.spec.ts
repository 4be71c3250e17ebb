import { expect, test } from 'vitest'
import { privilegesFor } from '../endpoints/access.ts'
import { projectId } from '../projects/project-id.ts'
import type { AdminRole } from '../team/admin-roles.ts'
import { rooms } from './live.ts'
import { canWatch, defaultRooms } from './room-access.ts'

const id = '0198c0de-0000-7000-8000-000000000001'
const project = projectId({ run: 1, day: 4, user: id })
const { leaderboard, admins, webhooks, nonAdmins, showcase, twoFactorSetup } = rooms
const own = rooms.user(id)
/** Pages that everybody with an account may open. */
const open = [showcase, rooms.community, rooms.project(project), rooms.profile(id)]
const ofOthers = [admins, webhooks, nonAdmins, leaderboard, own]
const malformed = [
  rooms.project(id),
  rooms.profile(project),
  `x:${rooms.profile(id)}`,
  `profile${id}`,
  id,
  '',
]

const caller = (role: AdminRole | null) => ({ id, ...privilegesFor(role) })
test.each<[string, Parameters<typeof defaultRooms>[0], string[], string[]]>([
  ['a visitor', undefined, [showcase, nonAdmins], [showcase]],
  ['a participant', caller(null), [leaderboard, own, nonAdmins], open],
  ['an owner', caller('owner'), [leaderboard, own, admins, webhooks], open],
  ['an organizer', caller('organiser'), [leaderboard, own, admins, webhooks], open],
  ['a reviewer', caller('reviewer'), [leaderboard, own, admins], open],
  ['a viewer', caller('viewer'), [leaderboard, own, admins], open],
  [
    'somebody who has to set up two-factor sign-in',
    { ...caller('owner'), needsTwoFactor: true },
    [own, nonAdmins, twoFactorSetup],
    [showcase],
  ],
])('%s joins these rooms, can watch those, and no others', (_, who, joined, watched) => {
  expect(defaultRooms(who)).toEqual(joined)
  expect([...ofOthers, ...malformed, ...open].filter((room) => canWatch(who, room))).toEqual(watched)
})
