// Lets a socket watch rooms, as far as its caller may.

import type { WatchResponse } from '@thirty/contracts/live/live.ts'
import { z } from 'zod'
import type { RoomAccess, SessionSocket } from './handshake.ts'

const roomRequest = z.object({ room: z.string().min(1).max(120) })

/** Rooms that one socket may watch at the same time, beyond its default rooms. */
const maxWatchedRooms = 50

/** Handles `watch {room}` and `unwatch {room}`. Requests without an acknowledgement callback are ignored. */
export function handleRoomSubscriptions(socket: SessionSocket, access: RoomAccess): void {
  socket.on('watch', (request: unknown, acknowledge: unknown) => {
    if (typeof acknowledge !== 'function') return
    const response = watch(socket, access, request)
    // Visitors see what time alone changes, such as the day, and have nothing that tells them of it.
    const { caller } = socket.data
    if (!response.ok || caller === undefined || access.joinedPosition === undefined)
      return acknowledge(response)
    access.joinedPosition().then(
      (position) => acknowledge({ ...response, ...position }),
      // Without a position the client loads everything again, as if it had missed messages.
      () => acknowledge(response),
    )
  })
  socket.on('unwatch', (request: unknown, acknowledge: unknown) => {
    if (typeof acknowledge === 'function') acknowledge(unwatch(socket, access, request))
  })
}

function watch(socket: SessionSocket, access: RoomAccess, request: unknown): WatchResponse {
  const room = roomRequest.safeParse(request).data?.room
  if (room === undefined) return { ok: false, code: 'malformed' }
  const defaultRooms = access.defaultRooms(socket.data.caller)
  if (defaultRooms.includes(room) || socket.rooms.has(room)) return { ok: true }
  if (!access.canWatch(socket.data.caller, room)) return { ok: false, code: 'not-allowed' }
  // Socket.IO also puts every socket into its own room, named by its id.
  if (socket.rooms.size - defaultRooms.length - 1 >= maxWatchedRooms) return { ok: false, code: 'too-many' }
  void socket.join(room)
  return { ok: true }
}

function unwatch(socket: SessionSocket, access: RoomAccess, request: unknown): WatchResponse {
  const room = roomRequest.safeParse(request).data?.room
  if (room === undefined) return { ok: false, code: 'malformed' }
  if (!access.canWatch(socket.data.caller, room)) return { ok: false, code: 'not-allowed' }
  if (!access.defaultRooms(socket.data.caller).includes(room)) void socket.leave(room)
  return { ok: true }
}
