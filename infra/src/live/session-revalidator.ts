// Checks again and again whether the sessions of open sockets are still valid, and disconnects sockets that read too slowly.

import { Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import { concurrencyLimit } from '../concurrency-limit.ts'
import type { Scheduler } from '../scheduler.ts'
import type { Identify, RoomAccess, SessionSocket, SocketServer } from './handshake.ts'

/** Milliseconds in which every socket is checked once, a chunk of them with each tick. */
const sweepMs = 5_000
const ticksPerSweep = 10

/** Checks that run at the same time: they read the same sessions as requests, which must stay fast. */
const maxConcurrentChecks = 8

/** Queued messages at which a slow socket is disconnected; its client reconnects and resyncs. */
const maxQueuedMessages = 64

/**
 * Runs `check` for every socket every five seconds, and disconnects sockets whose outgoing queue is too long. Returns a
 * function that stops it.
 */
export function startSessionRevalidator(
  server: SocketServer,
  scheduler: Scheduler,
  check: (socket: SessionSocket) => Promise<void>,
): () => void {
  const limit = concurrencyLimit({ maxConcurrent: maxConcurrentChecks, maxQueued: Infinity })
  let remaining: SessionSocket[] = []
  let chunkSize = 0
  // A slow check may still be pending when the next sweep begins.
  const pending = new Set<SessionSocket>()
  const checkInTurn = async (socket: SessionSocket) => {
    if (pending.has(socket)) return
    pending.add(socket)
    await limit(async () => {
      pending.delete(socket)
      if (socket.connected) await check(socket)
    })
  }
  const tick = () => {
    if (remaining.length === 0) {
      remaining = [...server.sockets.sockets.values()]
      chunkSize = Math.ceil(remaining.length / ticksPerSweep)
    }
    for (const socket of remaining.splice(0, chunkSize)) {
      if (queuedMessages(socket) > maxQueuedMessages) socket.disconnect(true)
      else void checkInTurn(socket)
    }
    cancel = scheduler.after(sweepMs / ticksPerSweep, tick)
  }
  let cancel = scheduler.after(sweepMs / ticksPerSweep, tick)
  return () => cancel()
}

function queuedMessages(socket: SessionSocket): number {
  // Private in the types, but the only measure: Socket.IO has no back-pressure.
  const { writeBuffer } = socket.conn as unknown as { writeBuffer: readonly unknown[] }
  return writeBuffer.length
}

/**
 * Disconnects a socket whose token is no longer valid, and moves it to the right rooms when its privileges have changed: it also
 * leaves the watched rooms that it may not watch any more. While sessions cannot be read, only the expiry of the token counts.
 */
export async function revalidateSession(
  socket: SessionSocket,
  { identify, access, now }: { identify: Identify; access: RoomAccess; now: number },
): Promise<void> {
  const { caller, token } = socket.data
  if (!caller || token === undefined) return
  try {
    const current = await identify(token)
    const [before, after] = [access.defaultRooms(caller), access.defaultRooms(current)]
    socket.data.caller = current
    // Socket.IO also puts every socket into its own room, named by its id.
    for (const room of socket.rooms)
      if (room !== socket.id && !after.includes(room) && !access.canWatch(current, room))
        void socket.leave(room)
    for (const room of after) if (!before.includes(room)) void socket.join(room)
  } catch (error) {
    if (error instanceof Refusal || caller.token.expiresAt <= now) socket.disconnect(true)
  }
}
