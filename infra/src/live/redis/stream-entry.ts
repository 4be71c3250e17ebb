import type { LiveMessage } from '../../read-models/read-models.ts'
import { disconnectMessage } from '../live-publisher.ts'

/** The stream by which all processes hear the frames of all projectors: one key, beside the views that they tell of. */
export const liveStreamKey = '{thirty}:sio'

/**
 * About how many entries the stream keeps. A web process that was away for longer than these tells its sockets to
 * fetch anew; ten thousand are some ten seconds of the busiest board.
 */
export const maxStreamLength = 10_000

/** Words of @socket.io/redis-streams-adapter: a broadcast with an event in it, and the end of sockets. */
const broadcast = '3'
const event = 2
const disconnectSockets = '6'

/**
 * Fields and values of the entry by which the Socket.IO Redis streams adapter of every process delivers a frame to its
 * own sockets in the room. To be added with `XADD {thirty}:sio MAXLEN ~ 10000 *`. The payload is plain JSON.
 */
export function streamEntry({ room, message, payload }: LiveMessage): string[] {
  const opts = { rooms: [room], except: [], flags: {} }
  return message === disconnectMessage
    ? fields(disconnectSockets, { opts, close: true })
    : fields(broadcast, { packet: { type: event, data: [message, payload], nsp: '/' }, opts })
}

/** No process of the cluster has this id, so every one of them delivers the entry. */
const fields = (type: string, data: object): string[] =>
  Object.entries({ uid: 'emitter', nsp: '/', type, data: JSON.stringify(data) }).flat()
