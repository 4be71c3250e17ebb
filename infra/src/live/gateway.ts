import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { Refusal } from '@thirty/contracts/refusals.ts'
import proxyAddress from 'proxy-addr'
import { Server, type ExtendedError, type ServerOptions } from 'socket.io'
import { clientAddressKey } from '../http/rate-limits/client-address.ts'
import type { Scheduler } from '../scheduler.ts'
import type { Logger } from '../logger.ts'
import { ConnectionCounter } from './connection-counter.ts'
import { limitEvents } from './event-limit.ts'
import { classifyOrigin } from './handshake-origin.ts'
import { startSessionRevalidator, revalidateSession } from './session-revalidator.ts'
import { defaultRooms } from './room-access.ts'
import {
  releaseHandshake,
  authenticateHandshake,
  type Identify,
  type SocketSession,
  type SessionSocket,
  type SocketServer,
} from './session-socket.ts'
import { handleRoomSubscriptions } from './room-subscriptions.ts'

export type GatewayOptions = {
  server: HttpServer
  publicUrl: URL
  /** The caller behind a token, as HTTP finds it. Throws a refusal. */
  identify: Identify
  scheduler: Scheduler
  log: Logger
  trustedProxies?: readonly string[]
  /** Most sockets of one address, and of one user; 50 when missing. `Infinity` for load tests. */
  maxSockets?: number
  /** Ties these sockets to those of other processes; without one, this process is the only one. */
  adapter?: ServerOptions['adapter']
}

export type Gateway = {
  /** What carries messages to rooms. */
  socketServer: SocketServer
  /** How many sockets of this process are in a room. */
  countSockets(room: string): number
  /** Ends all sockets, and the HTTP server with them: when every request under way has its answer. */
  close(): Promise<void>
}

/** Socket.IO on the HTTP server: who may come in, which rooms they hear, and when they have to go. */
export function startGateway(options: GatewayOptions): Gateway {
  const { server, publicUrl, identify, scheduler, log, adapter } = options
  const { trustedProxies = [], maxSockets: mostSockets = 50 } = options
  const trust = proxyAddress.compile([...trustedProxies])
  const addressOf = (request: IncomingMessage) => clientAddressKey(proxyAddress(request, trust))
  const addresses = new ConnectionCounter(mostSockets)
  const users = new ConnectionCounter(mostSockets)

  const sockets: SocketServer = new Server(server, {
    serveClient: false,
    // With polling, each request of a socket may reach another process, which knows nothing of it.
    transports: adapter ? ['websocket'] : ['websocket', 'polling'],
    ...(adapter && { adapter }),
    perMessageDeflate: false,
    maxHttpBufferSize: 10_000,
    connectTimeout: 5_000,
    allowRequest: (request, callback) => {
      callback(
        null,
        classifyOrigin(request, publicUrl) !== 'foreign' && addresses.hasCapacity(addressOf(request)),
      )
    },
  })
  sockets.engine.on('connection', (connection: Connection) => {
    connection.once('close', addresses.add(addressOf(connection.request)))
  })

  const seatOf = async (socket: SessionSocket): Promise<SocketSession> => {
    // Typed `any` by Socket.IO: whatever the client sent.
    const token: unknown = socket.handshake.auth.token
    const seat = await authenticateHandshake(token, classifyOrigin(socket.request, publicUrl), identify)
    const user = seat.caller?.id
    if (user === undefined || socket.conn.readyState !== 'open') return seat
    if (!users.hasCapacity(user)) throw new Refusal('too-many', 'Too many connections of this account.')
    socket.conn.once('close', users.add(user))
    return seat
  }

  const admit = async (socket: SessionSocket, next: (problem?: ExtendedError) => void): Promise<void> => {
    try {
      Object.assign(socket.data, await seatOf(socket))
    } catch (problem) {
      return next(asConnectError(problem, log))
    }
    next()
  }

  sockets.use((socket, next) => void admit(socket, next))
  sockets.on('connection', (socket) => {
    socket.on('error', (error) => log.warn({ err: error }, 'socket failed'))
    releaseHandshake(socket)
    limitEvents(socket, scheduler.now)
    handleRoomSubscriptions(socket)
    void socket.join([...defaultRooms(socket.data.caller)])
  })

  const endPatrol = startSessionRevalidator(sockets, scheduler, (socket) =>
    revalidateSession(socket, identify, scheduler.now()),
  )

  return {
    socketServer: sockets,
    countSockets: (room) => sockets.sockets.adapter.rooms.get(room)?.size ?? 0,
    close: async () => {
      endPatrol()
      // A connection that was busy becomes idle after its answer; left open, it would hold the end up for a minute.
      const sweep = setInterval(() => server.closeIdleConnections(), sweepEvery)
      await sockets.close()
      clearInterval(sweep)
    },
  }
}

/** Milliseconds between two looks for connections that have become idle while the server ends. */
const sweepEvery = 50

/** The part of an engine connection that we use; Socket.IO hands it over untyped. */
type Connection = { request: IncomingMessage; once(event: 'close', end: () => void): void }

/** Refusals are told to the client with their code; anything else is ours, is logged, and told without detail. */
function asConnectError(problem: unknown, log: Logger): ExtendedError {
  if (!(problem instanceof Refusal)) log.error({ err: problem }, 'handshake failed')
  const [code, message] =
    problem instanceof Refusal ? [problem.code, problem.message] : ['unexpected', 'Something went wrong.']
  return Object.assign(new Error(message), { data: { code } })
}
