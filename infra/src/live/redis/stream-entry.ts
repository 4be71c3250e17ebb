// The entries of the stream in Redis that carries live messages, in the form that the adapter of Socket.IO reads.

import { redisKeyPrefix } from '../../redis/connection.ts'
import type { LiveMessage } from '../../read-models/read-models.ts'
import { disconnectMessage } from '../live-publisher.ts'

/** Redis key of the stream that carries live messages from the projectors to every web process. */
export const liveStreamKey = `${redisKeyPrefix}sio`

/**
 * Approximate number of entries that the stream keeps: about ten seconds of a very busy room. A web process that
 * was disconnected for longer asks its clients to resync.
 */
export const maxStreamLength = 10_000

// Message types of @socket.io/redis-streams-adapter and packet types of Socket.IO.
const broadcastType = '3'
const disconnectSocketsType = '6'
const eventPacket = 2

/**
 * Returns the fields and values of the stream entry that makes the Socket.IO Redis streams adapter of every process
 * deliver a message to its sockets in the room that are not in the room `except`. Append it with `XADD <liveStreamKey> MAXLEN ~ 10000 *`.
 */
export function streamEntry({ room, message, payload, except }: LiveMessage): string[] {
  const opts = { rooms: [room], except: except === undefined ? [] : [except], flags: {} }
  return message === disconnectMessage
    ? entryFields(disconnectSocketsType, { opts, close: true })
    : entryFields(broadcastType, { packet: { type: eventPacket, data: [message, payload], nsp: '/' }, opts })
}

// An adapter ignores its own entries; no process has this uid, so every one delivers the entry.
const entryFields = (type: string, data: object): string[] =>
  Object.entries({ uid: 'emitter', nsp: '/', type, data: JSON.stringify(data) }).flat()
