import { Redis } from 'ioredis'
import { liveStreamKey, parseStreamEntry } from '@thirty/infra/live/redis/stream-entry.ts'
import type { LiveMessage } from '@thirty/infra/read-models/read-models.ts'

/** Reads the live messages from the Redis stream, from its beginning on, as a process with sockets does. */
export function followLiveMessages(url: string, onMessage: (message: LiveMessage) => void): { stop(): void } {
  const client = new Redis(url, { maxRetriesPerRequest: null })
  client.on('error', () => undefined)
  const follow = async () => {
    for (let after = '0'; ;) {
      const [stream] = (await client.xread('BLOCK', 0, 'STREAMS', liveStreamKey, after)) ?? []
      for (const [id, fields] of stream?.[1] ?? []) {
        const message = parseStreamEntry(fields)
        if (message) onMessage(message)
        after = id
      }
    }
  }
  // Ends with the client.
  void follow().catch(() => undefined)
  return { stop: () => client.disconnect() }
}
