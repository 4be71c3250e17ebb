// Starts Socket.IO on an HTTP server: authentication, rooms, limits and revalidation of sessions; and moves its clients to other processes
// when this one ends.

import type { IncomingMessage, Server as HttpServer } from 'node:http'
import proxyAddress from 'proxy-addr'
import { Server, type ExtendedError, type ServerOptions } from 'socket.io'
import { otherReasons, socketLimits } from '@thirty/contracts/endpoints/limits.ts'
import { Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import { onWire, say } from '@thirty/contracts/texts/text.ts'
import type { Clock, Scheduler } from '../scheduler.ts'
import { closeServer } from '../http/http-server.ts'
import { clientAddressKey } from '../http/rate-limits/client-address.ts'
import { RateLimitExceeded } from '../http/rate-limits/rate-limits.ts'
import type { Logger } from '../logger.ts'
import {
  authenticateHandshake,
  classifyOrigin,
  handleRoomSubscriptions,
  releaseHandshake,
  revalidateSession,
  startSessionRevalidator,
  type Identify,
  type RoomAccess,
  type SessionSocket,
  type SocketServer,
  type SocketSession,
} from './session-sockets.ts'

export type GatewayOptions = {
  server: HttpServer
  publicUrl: URL
  identify: Identify
  access: RoomAccess
  scheduler: Scheduler
  log: Logger
  trustedProxies?: readonly string[]
  /** Maximum sockets for each user and for each address; the limits of the contracts by default, `Infinity` for load tests. */
  limits?: typeof socketLimits
  /** Returns whether an address is at an event, where more sockets of an address are accepted. */
  isAtEvent?: (address: string | undefined) => Promise<boolean>
  /** Connects the sockets of several processes. Without it, messages stay in this process. */
  adapter?: ServerOptions['adapter']
  /** Tells clients that this process ends and others serve on. Without it, all are disconnected at once. */
  endingMessage?: string
}

export type Gateway = ReturnType<typeof startGateway>

export function startGateway(options: GatewayOptions) {
  const { server, publicUrl, identify, access, scheduler, log, adapter, endingMessage } = options
  const { trustedProxies = [], limits = socketLimits, isAtEvent = async () => false } = options
  const isTrusted = proxyAddress.compile([...trustedProxies])
  const addressOf = (request: IncomingMessage) => {
    const address = proxyAddress(request, isTrusted)
    return { address, key: clientAddressKey(address) }
  }
  const addresses = addressLimit(limits, addressOf, isAtEvent)
  const userCounter = new ConnectionCounter()

  const socketServer: SocketServer = new Server(server, {
    serveClient: false,
    // With polling, the requests of one socket could reach different processes.
    transports: adapter ? ['websocket'] : ['websocket', 'polling'],
    ...(adapter && { adapter }),
    perMessageDeflate: false,
    maxHttpBufferSize: 10_000,
    connectTimeout: 5_000,
    allowRequest: (request, callback) => {
      if (classifyOrigin(request, publicUrl) === 'foreign') return callback(null, false)
      addresses.admits(request).then(
        (isAdmitted) => callback(null, isAdmitted),
        (error: unknown) => {
          log.error({ err: error }, 'handshake failed')
          callback(null, false)
        },
      )
    },
  })
  /** Connections that are open only to be told that they are too many. */
  const refusedConnections = new WeakSet<object>()
  socketServer.engine.on('connection', (connection: Connection) => {
    const outcome = addresses.add(connection)
    if (outcome === 'goes') connection.close(true)
    if (outcome === 'is-told') refusedConnections.add(connection)
    limitPackets(connection, scheduler.now)
  })

  /** Connections whose session is starting or open. */
  const withSession = new WeakSet<object>()

  const startSession = async (socket: SessionSocket): Promise<SocketSession> => {
    if (refusedConnections.has(socket.conn)) throw new RateLimitExceeded(fullSeconds, otherReasons.sockets)
    // Typed `any` by Socket.IO; clients may send any value.
    const token: unknown = socket.handshake.auth.token
    const origin = classifyOrigin(socket.request, publicUrl)
    const userAgent = userAgentOf(socket.request)
    const session = await authenticateHandshake(token, origin, (text) => identify(text, userAgent))
    const userId = session.caller?.id
    if (userId === undefined || socket.conn.readyState !== 'open') return session
    if (userCounter.count(userId) >= limits.perUser)
      throw new RateLimitExceeded(fullSeconds, otherReasons.ownSockets)
    const release = userCounter.add(userId)
    socket.conn.once('close', release)
    socket.once('disconnect', () => {
      socket.conn.off('close', release)
      release()
    })
    return session
  }

  const authenticate = async (socket: SessionSocket, next: (error?: ExtendedError) => void) => {
    const { conn } = socket
    // Socket.IO opens a socket for each CONNECT packet until the first is accepted, and the limits count connections.
    if (withSession.has(conn)) {
      conn.close(true)
      return next(new Error('The connection has a session.'))
    }
    withSession.add(conn)
    try {
      Object.assign(socket.data, await startSession(socket))
    } catch (error) {
      withSession.delete(conn)
      return next(asConnectError(error, log))
    }
    socket.once('disconnect', () => withSession.delete(conn))
    next()
  }

  socketServer.use((socket, next) => void authenticate(socket, next))
  socketServer.on('connection', (socket) => {
    socket.on('error', (error) => log.warn({ err: error }, 'socket failed'))
    releaseHandshake(socket)
    handleRoomSubscriptions(socket, access)
    void socket.join([...access.defaultRooms(socket.data.caller)])
  })

  const stopRevalidator = startSessionRevalidator(socketServer, scheduler, (socket) =>
    revalidateSession(socket, { identify, access, now: scheduler.now() }),
  )

  return {
    socketServer,
    /** Of this process only. */
    countSockets: (room: string): number => socketServer.sockets.adapter.rooms.get(room)?.size ?? 0,
    /** Moves clients to other processes, disconnects all sockets and closes the HTTP server. Resolves when all requests in flight are answered. */
    close: async (): Promise<void> => {
      stopRevalidator()
      const answered = closeServer(server)
      if (endingMessage !== undefined) await moveSockets(socketServer, scheduler, endingMessage)
      await socketServer.close()
      await answered
    },
  }
}

/** Without a request, the client opens another socket over a connection whose request was dropped. */
const userAgentOf = (request: IncomingMessage | undefined): string | undefined =>
  request && (request.headers['user-agent'] ?? '')

/** When a client that was too many tries again: nobody knows when another one leaves. */
const fullSeconds = 60

/** The used part of an engine connection, which Socket.IO passes untyped. */
type Connection = {
  request: IncomingMessage
  once(event: 'close', listener: () => void): void
  on(event: 'packet', listener: () => void): void
  close(isImmediate: true): void
}

const maxPackets = 100
const packetWindowMs = 10_000

/**
 * Closes a connection that sends more packets than any client of the product does. Packets of every kind count, because
 * the server answers even those to namespaces that do not exist.
 */
function limitPackets(connection: Connection, clock: Clock): void {
  let count = 0
  let windowStart = clock()
  connection.on('packet', () => {
    if (clock() - windowStart > packetWindowMs) {
      windowStart = clock()
      count = 0
    }
    if (++count > maxPackets) connection.close(true)
  })
}

/** Refusals reach the client with their code. Other errors are logged and reach it without details. */
function asConnectError(error: unknown, log: Logger): ExtendedError {
  if (!(error instanceof Refusal)) log.error({ err: error }, 'handshake failed')
  const [code, said] =
    error instanceof Refusal ? [error.code, error.said] : ['unexpected', say('somethingWentWrong')]
  const { message, ...text } = onWire(said)
  const wait = error instanceof RateLimitExceeded && { retryAfterSeconds: error.retryAfterSeconds }
  return Object.assign(new Error(message), { data: { code, ...text, ...wait } })
}

/** Milliseconds in which the clients of a process leave it, however many there are. */
const moveMs = 4_000
const tickMs = 100
/** Clients that leave at the same time, at least: a few of them need no time. */
const minPerTick = 20

/**
 * Sends a message to every socket, after which its client connects to another process; spread over time, because each client loads what it
 * missed. Until a client connects to another process, it gets messages from this one. The process must accept no connection any more: a proxy
 * would choose it, because it has the fewest.
 */
async function moveSockets(server: SocketServer, { now, after }: Scheduler, message: string): Promise<void> {
  const sockets = [...server.sockets.sockets.values()]
  const perTick = Math.max(minPerTick, Math.ceil((sockets.length * tickMs) / moveMs))
  while (sockets.length > 0) {
    const at = new Date(now()).toISOString()
    for (const socket of sockets.splice(0, perTick)) socket.emit(message, { at })
    // The last ones receive it, too.
    await new Promise<void>((resolve) => after(tickMs, resolve))
  }
}

/**
 * Limits the open connections of a network address. Some more are accepted only to be told why they are refused, because a browser tells a
 * page nothing about a handshake that fails.
 */
function addressLimit(
  { perAddress, perEventAddress }: typeof socketLimits,
  addressOf: (request: IncomingMessage) => { address: string; key: string },
  isAtEvent: (address: string) => Promise<boolean>,
) {
  const open = new ConnectionCounter()
  const refused = new ConnectionCounter()
  const maxima = new WeakMap<IncomingMessage, number>()

  return {
    /** Returns whether to complete a handshake: the address may have another connection, or another message that it may not. */
    admits: async (request: IncomingMessage): Promise<boolean> => {
      const { address, key } = addressOf(request)
      const max = open.count(key) >= perAddress && (await isAtEvent(address)) ? perEventAddress : perAddress
      maxima.set(request, max)
      return open.count(key) < max || refused.count(key) < maxRefused
    },
    /** Counts a connection until it closes. Returns whether it may stay, is to be told that it may not, or is to be closed. */
    add: (connection: Connection): 'stays' | 'is-told' | 'goes' => {
      const { request } = connection
      const { key } = addressOf(request)
      const mayStay = open.count(key) < (maxima.get(request) ?? perAddress)
      // Other handshakes may have gone on since this one did.
      if (!mayStay && refused.count(key) >= maxRefused) return 'goes'
      connection.once('close', (mayStay ? open : refused).add(key))
      return mayStay ? 'stays' : 'is-told'
    },
  }
}

/** How many connections of an address are notified at the same time. */
const maxRefused = 20

/** Counts open connections by key, such as an address or a user. */
class ConnectionCounter {
  readonly #counts = new Map<string, number>()

  count(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  /** Counts one more connection. Returns a function that removes it again; further calls have no effect. */
  add(key: string): () => void {
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    let isCounted = true
    return () => {
      if (!isCounted) return
      isCounted = false
      const remaining = (this.#counts.get(key) ?? 0) - 1
      if (remaining > 0) this.#counts.set(key, remaining)
      else this.#counts.delete(key)
    }
  }
}
