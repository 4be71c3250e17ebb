import { Redis } from 'ioredis'
import { liveStream } from '../../live/redis-streams-entry.ts'
import type { Frame } from '../views.ts'

/** Reads the frames that leave through the stream, from its beginning on, as a process with sockets would. */
export function followFrames(url: string, hear: (frame: Frame) => void): { stop(): void } {
  const client = new Redis(url, { maxRetriesPerRequest: null })
  client.on('error', () => undefined)
  const follow = async () => {
    for (let after = '0'; ;) {
      const [stream] = (await client.xread('BLOCK', 0, 'STREAMS', liveStream, after)) ?? []
      for (const [id, fields] of stream?.[1] ?? []) {
        hear(frameFrom(fields))
        after = id
      }
    }
  }
  // Ends when the client does.
  void follow().catch(() => undefined)
  return { stop: () => client.disconnect() }
}

function frameFrom(fields: readonly string[]): Frame {
  const { packet, opts } = JSON.parse(fields[fields.indexOf('data') + 1] ?? '')
  const [message, payload] = packet.data
  return { room: opts.rooms[0], message, payload }
}
