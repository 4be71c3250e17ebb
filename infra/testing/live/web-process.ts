import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { unlimitedSockets } from '@thirty/contracts/rules/limits.ts'
import { privilegesFor } from '@thirty/contracts/endpoints/access.ts'
import { rooms } from '@thirty/contracts/live.ts'
import { canWatch, defaultRooms } from '@thirty/contracts/room-access.ts'
import { io, type Socket } from 'socket.io-client'
import { authentication } from '@thirty/infra/http/authentication/authentication.ts'
import { sessionTokens } from '@thirty/infra/http/authentication/session-tokens.ts'
import { systemScheduler } from '@thirty/infra/scheduler.ts'
import { silentLogger } from '@thirty/infra/logger.ts'
import { startGateway, type Gateway } from '@thirty/infra/live/gateway.ts'
import { inProcessPublisher, type InProcessPublisher } from '@thirty/infra/live/in-process-publisher.ts'
import {
  connectRedisStreams,
  type RedisStreamsTiming,
  type RedisStreams,
} from '@thirty/infra/live/redis/redis-streams.ts'

/** A connected socket with all messages that it has received. */
export type TestListener = { socket: Socket; received: unknown[][] }

/** The live side of one web process. */
export type TestWebProcess = {
  gateway: Gateway
  streams: RedisStreams
  live: InProcessPublisher
  /** Connects a socket as a user; `root` is an admin. */
  connectListener(user?: string): Promise<TestListener>
  close(): Promise<void>
}

const origin = 'http://thirty.test'

/** Shorter than in the product, so that specs about outages are fast. In milliseconds. */
export const timing = { blockMs: 300, socketTimeoutMs: 800, onlineIntervalMs: 300, onlineTtlMs: 800 }

/** Starts the gateway of a web process that shares its messages through Redis. */
export async function startTestWebProcess(
  redisUrl: string,
  changedTiming: Partial<RedisStreamsTiming> = {},
): Promise<TestWebProcess> {
  const server = createServer()
  const tokens = sessionTokens({
    secret: 's'.repeat(32),
    issuer: origin,
    clock: systemScheduler.now,
    lifetimeSeconds: 3_600,
  })
  const sessionOf = (id: string) => ({
    version: 1,
    status: 'active' as const,
    privileges: privilegesFor(id === 'root' ? 'owner' : null),
  })
  const { identify } = authentication({ tokens, findSession: sessionOf })
  const streams = connectRedisStreams({
    url: redisUrl,
    scheduler: systemScheduler,
    log: silentLogger,
    onlineRoom: rooms.leaderboard,
    resyncMessage: 'news.missed',
    timing: { ...timing, ...changedTiming },
  })
  const gateway = startGateway({
    server,
    publicUrl: new URL(origin),
    identify,
    access: { defaultRooms, canWatch },
    scheduler: systemScheduler,
    log: silentLogger,
    limits: unlimitedSockets,
    adapter: streams.adapter,
  })
  const live = inProcessPublisher()
  live.attach(gateway.socketServer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  const clients: Socket[] = []

  return {
    gateway,
    streams,
    live,
    connectListener: (user = 'ada') =>
      new Promise((resolve, reject) => {
        const socket = io(`http://127.0.0.1:${port}`, {
          transports: ['websocket'],
          reconnection: false,
          forceNew: true,
          extraHeaders: { origin },
          auth: { token: tokens.issue({ id: user, version: 1 }) },
        })
        clients.push(socket)
        const received: unknown[][] = []
        socket.onAny((...message: unknown[]) => received.push(message))
        socket.on('connect_error', reject)
        // A socket joins its rooms just after the connection is acknowledged; the next acknowledgement comes after that.
        socket.on('connect', () =>
          socket.emit('watch', { room: 'leaderboard' }, () => resolve({ socket, received })),
        )
      }),
    close: async () => {
      for (const client of clients) client.disconnect()
      await gateway.close()
      await streams.close()
    },
  }
}
