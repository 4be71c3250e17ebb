import { Redis } from 'ioredis'
import { liveStreamKey } from '@thirty/infra/live/redis/stream-entry.ts'
import type { LiveMessage } from '@thirty/infra/read-models/read-models.ts'

/** Reads the live messages from the Redis stream, from its beginning on, as a process with sockets does. */
export function followLiveMessages(url: string, onMessage: (message: LiveMessage) => void): { stop(): void } {
  const client = new Redis(url, { maxRetriesPerRequest: null })
  client.on('error', () => undefined)
  const follow = async () => {
    for (let after = '0'; ;) {
      const [stream] = (await client.xread('BLOCK', 0, 'STREAMS', liveStreamKey, after)) ?? []
      for (const [id, fields] of stream?.[1] ?? []) {
        onMessage(parseMessage(fields))
        after = id
      }
    }
  }
  // Ends with the client.
  void follow().catch(() => undefined)
  return { stop: () => client.disconnect() }
}

function parseMessage(fields: readonly string[]): LiveMessage {
  const { packet, opts } = JSON.parse(fields[fields.indexOf('data') + 1] ?? '')
  const [message, payload] = packet.data
  const [except] = opts.except
  return { room: opts.rooms[0], message, payload, ...(except !== undefined && { except }) }
}
