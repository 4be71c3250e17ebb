import { z } from 'zod'
import type { LiveMessage } from '../../read-models/read-models.ts'
import { redisKeyPrefix } from '../../redis-key-prefix.ts'
import { disconnectMessage } from '../live-publisher.ts'

/** Redis key of the stream that carries live messages from the projectors to every web process. */
export const liveStreamKey = `${redisKeyPrefix}sio`

/**
 * Approximate number of entries that the stream keeps: about ten seconds of a very busy room. A web process that
 * was disconnected for longer asks its clients to resync.
 */
export const maxStreamLength = 10_000

// Entries have the form of @socket.io/redis-streams-adapter, with its message types and the packet types of Socket.IO: web processes of
// earlier releases read them with it.
const broadcastType = '3'
const disconnectSocketsType = '6'
const eventPacket = 2

/** Returns the arguments of the XADD after which every process delivers a message to its sockets. */
export function xaddArguments({ room, message, payload, except }: LiveMessage): string[] {
  const opts = { rooms: [room], except: except === undefined ? [] : [except], flags: {} }
  const [type, data] =
    message === disconnectMessage
      ? [disconnectSocketsType, { opts, close: true }]
      : [broadcastType, { packet: { type: eventPacket, data: [message, payload], nsp: '/' }, opts }]
  // An adapter ignores its own entries; no process has this uid.
  const fields = Object.entries({ uid: 'emitter', nsp: '/', type, data: JSON.stringify(data) })
  return [liveStreamKey, 'MAXLEN', '~', `${maxStreamLength}`, '*'].concat(fields.flat())
}

/** Returns the message in the fields and values of an entry; `undefined` for one without, which `expire-entries.lua` adds. */
export function parseStreamEntry(fields: readonly string[]): LiveMessage | undefined {
  const name = fields.indexOf('data')
  if (name === -1) return undefined
  const { opts, packet } = storedMessage.parse(JSON.parse(fields[name + 1] ?? ''))
  const [message, payload] = packet?.data ?? [disconnectMessage, undefined]
  const [except] = opts.except
  return { room: opts.rooms[0], message, payload, ...(except !== undefined && { except }) }
}

const storedMessage = z.object({
  opts: z.object({ rooms: z.tuple([z.string()]), except: z.array(z.string()) }),
  packet: z.object({ data: z.tuple([z.string(), z.unknown()]) }).optional(),
})
