import { unlimitedSockets } from '@thirty/contracts/endpoints/limits.ts'
import { privilegesFor } from '@thirty/contracts/endpoints/access.ts'
import type { Socket } from 'socket.io-client'
import { systemScheduler } from '@thirty/infra/scheduler.ts'
import { silentLogger } from '@thirty/infra/logger.ts'
import { connectRedisStreams, type RedisStreamsTiming } from '@thirty/infra/live/redis/redis-streams.ts'
import { openGateway } from './test-gateway.ts'

/** A connected socket with all messages that it has received. */
export type TestListener = { socket: Socket; received: unknown[][] }

/** The live side of one web process. */
export type TestWebProcess = Awaited<ReturnType<typeof startTestWebProcess>>

/** Shorter than in the product, so that specs about outages are fast. In milliseconds. */
export const timing = { blockMs: 300, socketTimeoutMs: 800 }

/** Starts the gateway of a web process that shares its messages through Redis. */
export async function startTestWebProcess(redisUrl: string, changedTiming: Partial<RedisStreamsTiming> = {}) {
  const sessionOf = (id: string) => ({
    version: 1,
    status: 'active' as const,
    privileges: privilegesFor(id === 'root' ? 'owner' : null),
  })
  const streams = connectRedisStreams({
    url: redisUrl,
    scheduler: systemScheduler,
    log: silentLogger,
    resyncMessage: 'news.missed',
    timing: { ...timing, ...changedTiming },
  })
  const opened = await openGateway(systemScheduler, sessionOf, {
    limits: unlimitedSockets,
    adapter: streams.adapter,
  })
  return {
    address: opened.address,
    gateway: opened.gateway,
    live: opened.live,
    streams,
    /** Connects a socket as a user; `root` is an admin. */
    connectListener: (user = 'ada') =>
      new Promise<TestListener>((resolve, reject) => {
        const socket = opened.client({ token: opened.tokenOf(user) })
        const received: unknown[][] = []
        socket.onAny((...message: unknown[]) => received.push(message))
        socket.on('connect_error', reject)
        // A socket joins its rooms just after the connection is acknowledged; the next acknowledgement comes after that.
        socket.on('connect', () =>
          socket.emit('watch', { room: 'leaderboard' }, () => resolve({ socket, received })),
        )
      }),
    close: async () => {
      await opened.close()
      await streams.close()
    },
  }
}
