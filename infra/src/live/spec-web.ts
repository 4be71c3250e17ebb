import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { authentication } from '../http/authentication.ts'
import { sessionTokens } from '../http/tokens.ts'
import { systemScheduler } from '../scheduler.ts'
import { quietLog } from '../telemetry.ts'
import { startGateway, type Gateway } from './gateway.ts'
import { inProcessLive, type InProcessLive } from './in-process.ts'
import { redisStreams, type RedisStreams } from './redis-streams.ts'

/** A socket of a participant, with everything it heard. */
export type Listener = { socket: Socket; heard: unknown[][] }

/** The live side of one web process. */
export type SpecWeb = {
  gateway: Gateway
  streams: RedisStreams
  live: InProcessLive
  /** A socket of a user, who is an admin if called root. */
  listen(user?: string): Promise<Listener>
  close(): Promise<void>
}

const origin = 'http://thirty.test'

export async function startWeb(redisUrl: string): Promise<SpecWeb> {
  const server = createServer()
  const tokens = sessionTokens({
    secret: 's'.repeat(32),
    issuer: origin,
    clock: systemScheduler.now,
    lifetime: 3_600,
  })
  const sessionOf = (id: string) => ({ version: 1, status: 'active' as const, isAdmin: id === 'root' })
  const { identify } = authentication({ tokens, sessionOf })
  const streams = redisStreams({ url: redisUrl, scheduler: systemScheduler, log: quietLog })
  const gateway = startGateway({
    server,
    publicUrl: new URL(origin),
    identify,
    scheduler: systemScheduler,
    log: quietLog,
    mostSockets: Infinity,
    adapter: streams.adapter,
  })
  const live = inProcessLive()
  live.connect(gateway.sockets)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  const clients: Socket[] = []

  return {
    gateway,
    streams,
    live,
    listen: (user = 'ada') =>
      new Promise((resolve, reject) => {
        const socket = io(`http://127.0.0.1:${port}`, {
          transports: ['websocket'],
          reconnection: false,
          forceNew: true,
          extraHeaders: { origin },
          auth: { token: tokens.issue({ id: user, version: 1 }) },
        })
        clients.push(socket)
        const heard: unknown[][] = []
        socket.onAny((...words: unknown[]) => heard.push(words))
        socket.on('connect_error', reject)
        // Rooms are entered just after the answer has left, so a question behind it finds them entered.
        socket.on('connect', () =>
          socket.emit('watch', { room: 'leaderboard' }, () => resolve({ socket, heard })),
        )
      }),
    close: async () => {
      for (const client of clients) client.disconnect()
      await gateway.close()
      await streams.close()
    },
  }
}
