import { rooms } from '@thirty/contracts/live.ts'
import { parseProjectId } from '@thirty/contracts/rules/streams/project-id.ts'
import type { Caller } from '../http/authentication/authentication.ts'

/** The rooms that somebody is in without asking. A visitor has no caller. */
export function defaultRooms(caller: Caller | undefined): readonly string[] {
  if (!caller) return [rooms.showcase]
  const own = [rooms.leaderboard, rooms.user(caller.id)]
  return caller.isAdmin ? [...own, rooms.admins] : own
}

/** Whether somebody may ask for a room beyond those: the showcase, or signed in the community and any project. */
export function canWatch(caller: Caller | undefined, room: string): boolean {
  if (room === rooms.showcase) return true
  if (caller === undefined) return false
  if (room === rooms.community) return true
  const prefix = rooms.project('')
  return room.startsWith(prefix) && parseProjectId(room.slice(prefix.length)) !== undefined
}
