import type { Frame } from '../views.ts'

/** Fields and values of an entry in the stream that the Socket.IO adapter reads: a broadcast into a room. */
export function streamEntry({ room, message, payload }: Frame): string[] {
  const packet = { type: 2, data: [message, payload], nsp: '/' }
  const opts = { rooms: [room], except: [], flags: {} }
  return ['uid', 'emitter', 'nsp', '/', 'type', '3', 'data', JSON.stringify({ packet, opts })]
}
