import type { WatchAnswer } from '@thirty/contracts/live.ts'
import { z } from 'zod'
import { mayWatch, roomsByRight } from './room-rights.ts'
import type { SeatedSocket } from './seat.ts'

const asked = z.object({ room: z.string().min(1).max(120) })

/** Rooms that one socket may watch at the same time. */
const mostWatched = 50

/** Answers `watch {room}` and `unwatch {room}`. Whoever wants no answer gets nothing done either. */
export function answerWatching(socket: SeatedSocket): void {
  socket.on('watch', (request: unknown, answer: unknown) => reply(answer, () => watch(socket, request)))
  socket.on('unwatch', (request: unknown, answer: unknown) => reply(answer, () => unwatch(socket, request)))
}

function reply(answer: unknown, decide: () => WatchAnswer): void {
  if (typeof answer === 'function') answer(decide())
}

function watch(socket: SeatedSocket, request: unknown): WatchAnswer {
  const room = asked.safeParse(request).data?.room
  if (room === undefined) return { ok: false, code: 'malformed' }
  const byRight = roomsByRight(socket.data.caller)
  if (byRight.includes(room) || socket.rooms.has(room)) return { ok: true }
  if (!mayWatch(socket.data.caller, room)) return { ok: false, code: 'not-allowed' }
  // A socket is also in a room of its own, named by its id.
  if (socket.rooms.size - byRight.length - 1 >= mostWatched) return { ok: false, code: 'too-many' }
  void socket.join(room)
  return { ok: true }
}

function unwatch(socket: SeatedSocket, request: unknown): WatchAnswer {
  const room = asked.safeParse(request).data?.room
  if (room === undefined) return { ok: false, code: 'malformed' }
  if (!mayWatch(socket.data.caller, room)) return { ok: false, code: 'not-allowed' }
  // A room that is heard by right stays.
  if (!roomsByRight(socket.data.caller).includes(room)) void socket.leave(room)
  return { ok: true }
}
