// The entries of the Redis stream that carries live messages from the projectors to every web process. Their form is that of
// `@socket.io/redis-streams-adapter`, which earlier releases read and write.

import { z } from 'zod'
import type { LiveMessage } from '../../read-models/read-models.ts'
import { redisKeyPrefix } from '../../redis-key-prefix.ts'
import { disconnectMessage } from '../live-publisher.ts'

export const liveStreamKey = `${redisKeyPrefix}sio`

/**
 * Approximate number of entries that the stream keeps: about ten seconds of a very busy room. A web process that
 * was disconnected for longer asks its clients to resync.
 */
export const maxStreamLength = 10_000

const broadcastType = '3'
const disconnectSocketsType = '6'
const eventPacket = 2

/** Returns the arguments of XADD for a message to the sockets of all processes. */
export function xaddArguments({ room, message, payload, except }: LiveMessage): string[] {
  const opts = { rooms: [room], except: except === undefined ? [] : [except], flags: {} }
  const [type, data] =
    message === disconnectMessage
      ? [disconnectSocketsType, { opts, close: true }]
      : [broadcastType, { packet: { type: eventPacket, data: [message, payload], nsp: '/' }, opts }]
  const entry = { uid: 'emitter', nsp: '/', type, data: JSON.stringify(data) }
  return [liveStreamKey, 'MAXLEN', '~', `${maxStreamLength}`, '*', ...Object.entries(entry).flat()]
}

const entryData = z.object({
  opts: z.object({ rooms: z.tuple([z.string()]), except: z.array(z.string()) }),
  packet: z.object({ data: z.tuple([z.string()], z.unknown()) }).optional(),
})

/** Returns the message of an entry, whose fields and values are listed by turns; `undefined` if it carries none. Throws if it is malformed. */
export function messageOf(fields: readonly string[]): LiveMessage | undefined {
  const valueOf = (name: string) => fields[fields.indexOf(name) + 1]
  if (![broadcastType, disconnectSocketsType].includes(valueOf('type') ?? '')) return undefined
  const { opts, packet } = entryData.parse(JSON.parse(valueOf('data') ?? ''))
  const [message, payload] = packet?.data ?? [disconnectMessage]
  const [except] = opts.except
  return { room: opts.rooms[0], message, payload, ...(except !== undefined && { except }) }
}
