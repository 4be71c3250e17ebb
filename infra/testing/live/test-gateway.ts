import { createServer } from 'node:http'
import { privilegesFor } from '@thirty/contracts/endpoints/access.ts'
import { rooms } from '@thirty/contracts/live/live.ts'
import { canWatch, defaultRooms } from '@thirty/contracts/live/room-access.ts'
import type { Socket } from 'socket.io-client'
import { onTestFinished } from 'vitest'
import {
  authentication,
  type FindSession,
  type Session,
} from '@thirty/infra/http/authentication/authentication.ts'
import { sessionTokens } from '@thirty/infra/http/authentication/caller-tokens.ts'
import { fakeScheduler } from '../fake-scheduler.ts'
import { listen } from '../listening.ts'
import { silentLogger } from '@thirty/infra/logger.ts'
import { startGateway, type GatewayOptions } from '@thirty/infra/live/gateway.ts'
import { inProcessPublisher } from '@thirty/infra/live/live-publisher.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import { openSocket } from './socket-client.ts'

export const origin = 'http://thirty.test'
export const ada = 'ada'
export const root = 'root'
export const projectRoom = rooms.project('r1-d4-0198c0de-0000-7000-8000-000000000001')

/** `user` has a valid token; '' as the origin is that of a client that is not a page. */
type ClientOptions = {
  user?: string
  token?: unknown
  origin?: string
  options?: Parameters<typeof openSocket>[3]
}

/** Starts a gateway on a free port. */
export async function openGateway(
  scheduler: Scheduler,
  findSession: FindSession,
  options: Partial<Pick<GatewayOptions, 'limits' | 'isAtEvent' | 'adapter' | 'endingMessage'>> = {},
) {
  const tokens = sessionTokens({ secret: 's'.repeat(32), issuer: origin, clock: scheduler.now })
  const server = createServer()
  const gateway = startGateway({
    server,
    publicUrl: new URL(origin),
    identify: authentication({ tokens, findSession }).identify,
    access: { defaultRooms, canWatch },
    scheduler,
    log: silentLogger,
    ...options,
  })
  const live = inProcessPublisher()
  live.attach(gateway.socketServer)
  const address = `127.0.0.1:${await listen(server)}`
  /** Returns a token that ends in an hour. */
  const tokenOf = (user: string) =>
    tokens.issue({ id: user, version: 1, issuedAt: scheduler.now() - (7 * 24 - 1) * 3_600_000 })
  return {
    server,
    gateway,
    live,
    address,
    tokenOf,
    /** Connects a socket of a page of the product. Rejects with the error of the server. */
    connect: async ({ user, token, origin: from = origin, options }: ClientOptions = {}): Promise<Socket> => {
      const own = user === undefined ? token : tokenOf(user)
      return (await openSocket(`http://${address}`, own, from === '' ? undefined : from, options)).socket
    },
  }
}

/**
 * Starts a gateway until the end of the test, with the participant Ada and the admin Root. It allows five sockets for each
 * address; pass `{}` for the default of the gateway.
 */
export async function startTestGateway(
  options: Parameters<typeof openGateway>[2] = { limits: { perUser: 5, perAddress: 5, perEventAddress: 8 } },
) {
  const time = fakeScheduler()
  const sessions = new Map<string, Session>([
    [ada, { version: 1, status: 'active', privileges: privilegesFor(null) }],
    [root, { version: 1, status: 'active', privileges: privilegesFor('owner') }],
  ])
  const opened = await openGateway(time, (id) => sessions.get(id), options)
  onTestFinished(opened.gateway.close)
  /** Returns the code with which a client is refused, `rejected` without a code, or `connected`. */
  const rejectionCode = (client: ClientOptions) =>
    opened.connect(client).then(
      () => 'connected',
      (error: Error & { data?: { code?: string } }) => error.data?.code ?? 'rejected',
    )
  return { ...opened, time, sessions, rejectionCode }
}

export type TestGateway = Awaited<ReturnType<typeof startTestGateway>>

export const waitForDisconnect = (socket: Socket) =>
  new Promise<string>((resolve) => socket.on('disconnect', resolve))

export const emitWithAck = (socket: Socket, event: string, request: unknown): Promise<unknown> =>
  socket.timeout(2_000).emitWithAck(event, request)
