// Sends a message to every socket of a process that ends, after which its client connects to another process; spread over time, because
// each client loads what it missed.

import type { Scheduler } from '../scheduler.ts'
import type { SocketServer } from './handshake.ts'

/** Milliseconds in which the clients of a process leave it, however many there are. */
const moveMs = 4_000
const tickMs = 100
/** Clients that leave at the same time, at least: a few of them need no time. */
const minPerTick = 20

/**
 * Until a client connects to another process, it gets messages from this one. The process must accept no connection any more: a proxy
 * would choose it, because it has the fewest.
 */
export async function moveSockets(
  server: SocketServer,
  { now, after }: Scheduler,
  message: string,
): Promise<void> {
  const sockets = [...server.sockets.sockets.values()]
  const perTick = Math.max(minPerTick, Math.ceil((sockets.length * tickMs) / moveMs))
  while (sockets.length > 0) {
    const at = new Date(now()).toISOString()
    for (const socket of sockets.splice(0, perTick)) socket.emit(message, { at })
    // The last ones receive it, too.
    await new Promise<void>((resolve) => after(tickMs, resolve))
  }
}
