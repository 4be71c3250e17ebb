import { createServer } from 'node:http'
import { privilegesFor } from '@thirty/contracts/endpoints/access.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { canWatch, defaultRooms } from '@thirty/contracts/live/room-access.ts'
import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'
import { onTestFinished } from 'vitest'
import {
  authentication,
  type FindSession,
  type Session,
} from '@thirty/infra/http/authentication/authentication.ts'
import { sessionTokens } from '@thirty/infra/http/authentication/session-tokens.ts'
import { fakeScheduler } from '../fake-scheduler.ts'
import { listen } from '../listening.ts'
import { silentLogger } from '@thirty/infra/logger.ts'
import { startGateway, type GatewayOptions } from '@thirty/infra/live/gateway.ts'
import { inProcessPublisher } from '@thirty/infra/live/in-process-publisher.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'

export const origin = 'http://thirty.test'
export const ada = 'ada'
export const root = 'root'
export const projectRoom = rooms.project('r1-d4-0198c0de-0000-7000-8000-000000000001')

type ClientOptions = {
  token?: unknown
  origin?: string | undefined
  options?: Partial<ManagerOptions & SocketOptions>
}

/** Starts a gateway on a free port. `close` also disconnects its clients. */
export async function openGateway(
  scheduler: Scheduler,
  findSession: FindSession,
  options: Partial<Pick<GatewayOptions, 'limits' | 'isAtEvent' | 'adapter'>> = {},
) {
  const tokens = sessionTokens({
    secret: 's'.repeat(32),
    issuer: origin,
    clock: scheduler.now,
    lifetimeSeconds: 3_600,
  })
  const { identify } = authentication({ tokens, findSession })
  const server = createServer()
  const gateway = startGateway({
    server,
    publicUrl: new URL(origin),
    identify,
    access: { defaultRooms, canWatch },
    scheduler,
    log: silentLogger,
    ...options,
  })
  const live = inProcessPublisher()
  live.attach(gateway.socketServer)
  const port = await listen(server)
  const address = `127.0.0.1:${port}`
  const clients: Socket[] = []

  return {
    server,
    gateway,
    live,
    port,
    address,
    tokenOf: (id: string) => tokens.issue({ id, version: 1 }),
    client: ({ token, origin: from = origin, options }: ClientOptions = {}): Socket => {
      const socket = io(`http://${address}`, {
        transports: ['websocket'],
        reconnection: false,
        forceNew: true,
        extraHeaders: from === '' ? {} : { origin: from },
        auth: token === undefined ? {} : { token },
        ...options,
      })
      clients.push(socket)
      return socket
    },
    close: async () => {
      for (const client of clients) client.disconnect()
      await gateway.close()
    },
  }
}

const fewSockets = { perUser: 5, perAddress: 5, perEventAddress: 8 }

/**
 * Starts a gateway until the end of the test, with the participant Ada and the admin Root. It allows five sockets for each
 * address; pass `{}` for the default of the gateway.
 */
export async function startTestGateway(
  limit: Partial<Pick<GatewayOptions, 'limits' | 'isAtEvent'>> = { limits: fewSockets },
) {
  const time = fakeScheduler()
  const sessions = new Map<string, Session>([
    [ada, { version: 1, status: 'active', privileges: privilegesFor(null) }],
    [root, { version: 1, status: 'active', privileges: privilegesFor('owner') }],
  ])
  const opened = await openGateway(time, (id) => sessions.get(id), limit)
  onTestFinished(opened.close)
  const connect = (options: ClientOptions = {}) =>
    new Promise<Socket>((resolve, reject) => {
      const socket = opened.client(options)
      socket.on('connect', () => resolve(socket))
      socket.on('connect_error', reject)
    })
  /** Returns the code with which a client is refused, `rejected` without a code, or `connected`. */
  const rejectionCode = (options: ClientOptions) =>
    connect(options).then(
      () => 'connected',
      (error: Error & { data?: { code?: string } }) => error.data?.code ?? 'rejected',
    )
  return { ...opened, time, sessions, connect, rejectionCode }
}

export type TestGateway = Awaited<ReturnType<typeof startTestGateway>>

/** Records all messages that a socket receives from now on. */
export const recordMessages = (socket: Socket) => {
  const messages: unknown[] = []
  socket.onAny((message, payload) => messages.push([message, payload]))
  return messages
}

export const waitForDisconnect = (socket: Socket) =>
  new Promise<string>((resolve) => socket.on('disconnect', resolve))

export const emitWithAck = (socket: Socket, event: string, request: unknown): Promise<unknown> =>
  socket.timeout(2_000).emitWithAck(event, request)
