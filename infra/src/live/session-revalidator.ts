import { Refusal } from '@thirty/contracts/refusals.ts'
import type { Scheduler } from '../scheduler.ts'
import { defaultRooms } from './room-access.ts'
import type { Identify, SessionSocket, SocketServer } from './session-socket.ts'

/** Every socket is looked at once in so many milliseconds, a share of them at a time. */
const roundMs = 5_000
const shares = 10

/** Sockets that are checked at the same time: requests ask the same places, and people wait for those. */
const atOnce = 8

/** Frames that may wait for one socket before it is given up: it comes back and fetches what it missed. */
const mostWaiting = 64

/** Walks by every socket every five seconds, and ends those that are too slow or have no right to be there any more. */
export function startSessionRevalidator(
  sockets: SocketServer,
  scheduler: Scheduler,
  check: (socket: SessionSocket) => Promise<void>,
): () => void {
  let round: SessionSocket[] = []
  let share = 0
  let busy = 0
  // Whoever still waits from the last round is not put in line twice.
  const line = new Set<SessionSocket>()
  const help = async () => {
    busy += 1
    for (const socket of line) {
      line.delete(socket)
      if (socket.connected) await check(socket)
    }
    busy -= 1
  }
  const walk = () => {
    if (round.length === 0) {
      round = [...sockets.sockets.sockets.values()]
      share = Math.ceil(round.length / shares)
    }
    for (const socket of round.splice(0, share)) {
      if (framesWaiting(socket) > mostWaiting) socket.disconnect(true)
      else line.add(socket)
    }
    while (busy < Math.min(atOnce, line.size)) void help()
    callOff = scheduler.after(roundMs / shares, walk)
  }
  let callOff = scheduler.after(roundMs / shares, walk)
  return () => callOff()
}

function framesWaiting(socket: SessionSocket): number {
  // Private in the types, but nothing else tells: Socket.IO has no back-pressure of its own.
  const { writeBuffer } = socket.conn as unknown as { writeBuffer: readonly unknown[] }
  return writeBuffer.length
}

/**
 * Looks again at who sits there. A token that is worth nothing any more ends the socket; a lost role takes its rooms
 * away, a new one adds them. While the answer cannot be found out, only the token's own end counts.
 */
export async function revalidateSession(
  socket: SessionSocket,
  identify: Identify,
  now: number,
): Promise<void> {
  const { caller, token } = socket.data
  if (!caller || token === undefined) return
  try {
    const present = await identify(token)
    if (present.isAdmin === caller.isAdmin) return
    socket.data.caller = present
    const rooms = defaultRooms(present)
    for (const room of defaultRooms(caller)) if (!rooms.includes(room)) void socket.leave(room)
    void socket.join([...rooms])
  } catch (problem) {
    if (problem instanceof Refusal || caller.token.expiresAt <= now) socket.disconnect(true)
  }
}
