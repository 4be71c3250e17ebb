import type { IncomingMessage, Server as HttpServer } from 'node:http'
import { Refusal } from '@thirty/contracts/refusals.ts'
import proxyAddress from 'proxy-addr'
import { Server, type ExtendedError, type ServerOptions } from 'socket.io'
import type { Clock } from '../clock.ts'
import { clientAddressKey } from '../http/rate-limits/client-address.ts'
import type { Scheduler } from '../scheduler.ts'
import type { Logger } from '../logger.ts'
import { ConnectionCounter } from './connection-counter.ts'
import { authenticateHandshake, classifyOrigin, releaseHandshake, type Identify } from './handshake.ts'
import { startSessionRevalidator, revalidateSession } from './session-revalidator.ts'
import type { RoomAccess, SessionSocket, SocketServer, SocketSession } from './session-socket.ts'
import { handleRoomSubscriptions } from './room-subscriptions.ts'

export type GatewayOptions = {
  server: HttpServer
  publicUrl: URL
  /** The same identification as for HTTP requests. */
  identify: Identify
  access: RoomAccess
  scheduler: Scheduler
  log: Logger
  trustedProxies?: readonly string[]
  /** Maximum sockets for each address and for each user; 50 by default. `Infinity` for load tests. */
  maxSockets?: number
  /** Connects the sockets of several processes. Without it, messages stay in this process. */
  adapter?: ServerOptions['adapter']
}

export type Gateway = {
  socketServer: SocketServer
  /** Returns how many sockets of this process are in a room. */
  countSockets(room: string): number
  /** Disconnects all sockets and closes the HTTP server. Resolves when all requests in flight are answered. */
  close(): Promise<void>
}

/** Starts Socket.IO on an HTTP server: authentication, rooms, limits and revalidation of sessions. */
export function startGateway(options: GatewayOptions): Gateway {
  const { server, publicUrl, identify, access, scheduler, log, adapter } = options
  const { trustedProxies = [], maxSockets = 50 } = options
  const isTrusted = proxyAddress.compile([...trustedProxies])
  const addressOf = (request: IncomingMessage) => clientAddressKey(proxyAddress(request, isTrusted))
  const addressCounter = new ConnectionCounter(maxSockets)
  const userCounter = new ConnectionCounter(maxSockets)

  const socketServer: SocketServer = new Server(server, {
    serveClient: false,
    // With polling, the requests of one socket could reach different processes.
    transports: adapter ? ['websocket'] : ['websocket', 'polling'],
    ...(adapter && { adapter }),
    perMessageDeflate: false,
    maxHttpBufferSize: 10_000,
    connectTimeout: 5_000,
    allowRequest: (request, callback) => {
      callback(
        null,
        classifyOrigin(request, publicUrl) !== 'foreign' && addressCounter.hasCapacity(addressOf(request)),
      )
    },
  })
  socketServer.engine.on('connection', (connection: Connection) => {
    connection.once('close', addressCounter.add(addressOf(connection.request)))
  })

  const startSession = async (socket: SessionSocket): Promise<SocketSession> => {
    // Typed `any` by Socket.IO; clients may send any value.
    const token: unknown = socket.handshake.auth.token
    const session = await authenticateHandshake(token, classifyOrigin(socket.request, publicUrl), identify)
    const userId = session.caller?.id
    if (userId === undefined || socket.conn.readyState !== 'open') return session
    if (!userCounter.hasCapacity(userId))
      throw new Refusal('too-many', 'Too many connections of this account.')
    socket.conn.once('close', userCounter.add(userId))
    return session
  }

  const authenticate = async (
    socket: SessionSocket,
    next: (error?: ExtendedError) => void,
  ): Promise<void> => {
    try {
      Object.assign(socket.data, await startSession(socket))
    } catch (error) {
      return next(asConnectError(error, log))
    }
    next()
  }

  socketServer.use((socket, next) => void authenticate(socket, next))
  socketServer.on('connection', (socket) => {
    socket.on('error', (error) => log.warn({ err: error }, 'socket failed'))
    releaseHandshake(socket)
    limitEvents(socket, scheduler.now)
    handleRoomSubscriptions(socket, access)
    void socket.join([...access.defaultRooms(socket.data.caller)])
  })

  const stopRevalidator = startSessionRevalidator(socketServer, scheduler, (socket) =>
    revalidateSession(socket, { identify, access, now: scheduler.now() }),
  )

  return {
    socketServer,
    countSockets: (room) => socketServer.sockets.adapter.rooms.get(room)?.size ?? 0,
    close: async () => {
      stopRevalidator()
      // Connections that were busy become idle later; without this, keep-alive would delay the shutdown for a minute.
      const closeIdle = setInterval(() => server.closeIdleConnections(), closeIdleIntervalMs)
      await socketServer.close()
      clearInterval(closeIdle)
    },
  }
}

const closeIdleIntervalMs = 50

/** The used part of an engine connection, which Socket.IO passes untyped. */
type Connection = { request: IncomingMessage; once(event: 'close', listener: () => void): void }

const maxEvents = 100
const eventWindowMs = 10_000

/** Disconnects a socket that sends more events than any client of the product does. */
function limitEvents(socket: SessionSocket, clock: Clock): void {
  let count = 0
  let windowStart = clock()
  socket.use((_event, next) => {
    if (clock() - windowStart > eventWindowMs) {
      windowStart = clock()
      count = 0
    }
    if (++count > maxEvents) socket.disconnect(true)
    else next()
  })
}

/** Refusals reach the client with their code. Other errors are logged and reach it without details. */
function asConnectError(error: unknown, log: Logger): ExtendedError {
  if (!(error instanceof Refusal)) log.error({ err: error }, 'handshake failed')
  const [code, message] =
    error instanceof Refusal ? [error.code, error.message] : ['unexpected', 'Something went wrong.']
  return Object.assign(new Error(message), { data: { code } })
}
