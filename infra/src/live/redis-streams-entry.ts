import type { Frame } from '../views/views.ts'

/** The stream by which all processes hear the frames of all projectors: one key, beside the views that they tell of. */
export const liveStream = '{thirty}:sio'

/**
 * About how many entries the stream keeps. A web process that was away for longer than these tells its sockets to
 * fetch anew; ten thousand are some ten seconds of the busiest board.
 */
export const streamLength = 10_000

/** Words of @socket.io/redis-streams-adapter: a broadcast, and an event in it. */
const broadcast = '3'
const event = 2

/**
 * Fields and values of the entry by which the Socket.IO Redis streams adapter of every process delivers a frame to its
 * own sockets in the room. To be added with `XADD {thirty}:sio MAXLEN ~ 10000 *`. The payload is plain JSON.
 */
export function streamEntry({ room, message, payload }: Frame): string[] {
  const packet = { type: event, data: [message, payload], nsp: '/' }
  const data = JSON.stringify({ packet, opts: { rooms: [room], except: [], flags: {} } })
  // No process of the cluster has this id, so every one of them delivers the entry.
  return ['uid', 'emitter', 'nsp', '/', 'type', broadcast, 'data', data]
}
