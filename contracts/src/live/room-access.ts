// Which rooms a socket may join. Visitors receive the showcase only: the first six participants with name, image, points and days, and the
// totals. The leaderboard has usernames and links to the projects of all participants. A socket with an invalid token is refused and not
// treated as a visitor, so that a client with an expired session notices. Signed-in users watch the showcase only while the landing page is
// open.

import type { AccessCaller } from '../endpoints/access.ts'
import { rooms } from './live.ts'
import { hasPermission } from '../team/permissions.ts'
import { isUserId, parseProjectId } from '../projects/project-id.ts'

/** Returns the rooms that a socket joins when it connects. Visitors are `undefined`. */
export function defaultRooms(caller: AccessCaller | undefined): readonly string[] {
  if (!caller) return [rooms.showcase, rooms.nonAdmins]
  // Nothing but the change that ends this.
  if (caller.needsTwoFactor) return [rooms.user(caller.id), rooms.nonAdmins, rooms.twoFactorSetup]
  const participantRooms = [rooms.leaderboard, rooms.user(caller.id)]
  return [
    ...participantRooms,
    hasPermission(caller.role, 'view-admin-area') ? rooms.admins : rooms.nonAdmins,
    ...(hasPermission(caller.role, 'manage-webhooks') ? [rooms.webhooks] : []),
  ]
}

/**
 * Returns whether a socket may join a room with `watch`: everybody the showcase, authenticated users also the community,
 * every project and every public profile.
 */
export function canWatch(caller: AccessCaller | undefined, room: string): boolean {
  if (room === rooms.showcase) return true
  if (caller === undefined || caller.needsTwoFactor) return false
  if (room === rooms.community) return true
  const [kind, id] = splitRoom(room)
  return kind === 'project' ? parseProjectId(id) !== undefined : kind === 'profile' && isUserId(id)
}

/** Splits the name of a room at its colon. */
function splitRoom(room: string): [kind: string, id: string] {
  const colon = room.indexOf(':')
  return [room.slice(0, Math.max(0, colon)), room.slice(colon + 1)]
}
