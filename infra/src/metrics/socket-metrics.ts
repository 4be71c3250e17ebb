import type { SocketServer } from '../live/session-socket.ts'
import type { Metrics } from './metrics.ts'

/** Observes the size of every message that goes out, and counts the sockets in each kind of room when it is asked. */
export function collectSocketMetrics(
  sockets: SocketServer,
  { messageBytes: frames, sockets: seats }: Metrics,
): void {
  measureFrames(sockets, (bytes) => frames.observe(bytes))
  // `collect` is what a gauge does when it is read; between two readings nothing is counted.
  Object.assign(seats, { collect: () => countSeats(sockets, (room, count) => seats.set({ room }, count)) })
}

/** Private in the types: the one place through which every outgoing packet of a server passes. */
type Encoding = { encoder: { encode(packet: unknown): (string | Uint8Array)[] } }

function measureFrames(sockets: SocketServer, observe: (bytes: number) => void): void {
  const { encoder } = sockets as unknown as Encoding
  const encode = encoder.encode.bind(encoder)
  encoder.encode = (packet) => {
    const parts = encode(packet)
    let bytes = 0
    for (const part of parts) bytes += typeof part === 'string' ? Buffer.byteLength(part) : part.byteLength
    observe(bytes)
    return parts
  }
}

const kinds = ['showcase', 'leaderboard', 'admins', 'community', 'user', 'project'] as const

function countSeats(sockets: SocketServer, tell: (room: string, count: number) => void): void {
  const { adapter, sockets: all } = sockets.sockets
  const counts = new Map<string, number>(kinds.map((kind) => [kind, 0]))
  for (const [room, members] of adapter.rooms) {
    // A socket is also in a room of its own, named by its id.
    const kind = room.split(':', 1)[0] ?? ''
    const count = counts.get(kind)
    if (count !== undefined) counts.set(kind, count + members.size)
  }
  for (const [kind, count] of counts) tell(kind, count)
  tell('all', all.size)
}
