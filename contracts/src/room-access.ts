import type { AccessCaller } from './endpoints/access.ts'
import { rooms } from './live.ts'
import { parseProjectId } from './rules/streams/project-id.ts'

/** Returns the rooms that a socket joins when it connects. Visitors are `undefined`. */
export function defaultRooms(caller: AccessCaller | undefined): readonly string[] {
  if (!caller) return [rooms.showcase]
  const participantRooms = [rooms.leaderboard, rooms.user(caller.id)]
  return caller.isAdmin ? [...participantRooms, rooms.admins] : participantRooms
}

/**
 * Returns whether a socket may join a room with `watch`: everybody the showcase, authenticated users also the community
 * and every project.
 */
export function canWatch(caller: AccessCaller | undefined, room: string): boolean {
  if (room === rooms.showcase) return true
  if (caller === undefined) return false
  if (room === rooms.community) return true
  const prefix = rooms.project('')
  return room.startsWith(prefix) && parseProjectId(room.slice(prefix.length)) !== undefined
}
