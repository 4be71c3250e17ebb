import type { WatchResponse } from '@thirty/contracts/live.ts'
import { z } from 'zod'
import { canWatch, defaultRooms } from './room-access.ts'
import type { SessionSocket } from './session-socket.ts'

const asked = z.object({ room: z.string().min(1).max(120) })

/** Rooms that one socket may watch at the same time. */
const mostWatched = 50

/** Answers `watch {room}` and `unwatch {room}`. Whoever wants no answer gets nothing done either. */
export function handleRoomSubscriptions(socket: SessionSocket): void {
  socket.on('watch', (request: unknown, answer: unknown) => reply(answer, () => watch(socket, request)))
  socket.on('unwatch', (request: unknown, answer: unknown) => reply(answer, () => unwatch(socket, request)))
}

function reply(answer: unknown, decide: () => WatchResponse): void {
  if (typeof answer === 'function') answer(decide())
}

function watch(socket: SessionSocket, request: unknown): WatchResponse {
  const room = asked.safeParse(request).data?.room
  if (room === undefined) return { ok: false, code: 'malformed' }
  const byRight = defaultRooms(socket.data.caller)
  if (byRight.includes(room) || socket.rooms.has(room)) return { ok: true }
  if (!canWatch(socket.data.caller, room)) return { ok: false, code: 'not-allowed' }
  // A socket is also in a room of its own, named by its id.
  if (socket.rooms.size - byRight.length - 1 >= mostWatched) return { ok: false, code: 'too-many' }
  void socket.join(room)
  return { ok: true }
}

function unwatch(socket: SessionSocket, request: unknown): WatchResponse {
  const room = asked.safeParse(request).data?.room
  if (room === undefined) return { ok: false, code: 'malformed' }
  if (!canWatch(socket.data.caller, room)) return { ok: false, code: 'not-allowed' }
  // A room that is heard by right stays.
  if (!defaultRooms(socket.data.caller).includes(room)) void socket.leave(room)
  return { ok: true }
}
