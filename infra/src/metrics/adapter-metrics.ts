// Metrics of the event log and of sockets.

import type { Server } from 'socket.io'
import { setWhenRead, type Metrics } from './metrics.ts'
import type { EventLog } from '../event-log/event-log.ts'

/**
 * Records the size of every outgoing message, and how many sockets are in each kind of room. `roomKinds` are the parts
 * of room names before the colon.
 */
export function collectSocketMetrics(
  server: Server,
  { messageBytes, sockets }: Metrics,
  roomKinds: readonly string[],
): void {
  measureMessages(server, (bytes) => messageBytes.observe(bytes))
  setWhenRead(sockets, () => {
    for (const [room, count] of countSockets(server, roomKinds)) sockets.set({ room }, count)
  })
}

/** Private in the types of Socket.IO: every outgoing packet of a server passes through it. */
type WithEncoder = { encoder: { encode(packet: unknown): (string | Uint8Array)[] } }

function measureMessages(server: Server, observe: (bytes: number) => void): void {
  // Every Socket.IO server has an encoder.
  const { encoder } = server as unknown as WithEncoder
  const encode = encoder.encode.bind(encoder)
  encoder.encode = (packet) => {
    const parts = encode(packet)
    let bytes = 0
    for (const part of parts) bytes += typeof part === 'string' ? Buffer.byteLength(part) : part.byteLength
    observe(bytes)
    return parts
  }
}

/** Returns the sockets in each kind of room, and under `all` every socket once. */
function countSockets({ sockets }: Server, roomKinds: readonly string[]): Map<string, number> {
  const counts = new Map(roomKinds.map((kind) => [kind, 0]))
  for (const [room, members] of sockets.adapter.rooms) {
    // Socket.IO also gives every socket a room named by its id, which belongs to no kind.
    const kind = room.split(':', 1)[0] ?? ''
    const count = counts.get(kind)
    if (count !== undefined) counts.set(kind, count + members.size)
  }
  return counts.set('all', sockets.sockets.size)
}

/** Returns the same log with a measurement of every append. */
export function withAppendMetrics(log: EventLog, { appends }: Pick<Metrics, 'appends'>): EventLog {
  const [stored, refused] = [appends.labels('stored'), appends.labels('refused')]
  for (const outcome of ['stored', 'refused']) appends.zero({ outcome })
  return {
    ...log,
    append: async (stream, events, expected) => {
      const startedAt = performance.now()
      try {
        const appended = await log.append(stream, events, expected)
        stored.observe((performance.now() - startedAt) / 1_000)
        return appended
      } catch (error) {
        refused.observe((performance.now() - startedAt) / 1_000)
        throw error
      }
    },
  }
}
