// The sockets of sessions: the handshake that authenticates one, the rooms that it watches, as far as its caller may, and the checks that the
// sessions of open sockets are still valid.

import type { IncomingMessage } from 'node:http'
import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import { z } from 'zod'
import { Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import type { Heartbeat, WatchResponse } from '@thirty/contracts/live/live.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import { concurrencyLimit } from '../concurrency-limit.ts'
import type { Authentication, Caller } from '../http/authentication/authentication.ts'
import type { Scheduler } from '../scheduler.ts'

export type Identify = Authentication['identify']

/**
 * The kind of client that opens a connection. `own`: a page of this installation. `foreign`: a page of another site,
 * which is always rejected. `none`: not a browser page, because browsers send Origin with every websocket.
 */
type HandshakeOrigin = 'own' | 'foreign' | 'none'

/**
 * Classifies a handshake by its Origin header; Socket.IO's `cors` option does not check websockets. Returns `none`
 * without a request: `releaseHandshake` drops it once the socket is connected.
 */
export function classifyOrigin(request: IncomingMessage | undefined, publicUrl: URL): HandshakeOrigin {
  if (request === undefined) return 'none'
  const { origin, host } = request.headers
  // Browsers omit Origin on a same-origin GET, which polling uses, but they do send Sec-Fetch-Site.
  if (origin === undefined) return request.headers['sec-fetch-site'] === 'same-origin' ? 'own' : 'none'
  if (origin === publicUrl.origin) return 'own'
  // The installation may be reachable under a second name, such as 127.0.0.1 for localhost.
  const url = URL.parse(origin)
  return url && /^https?:$/.test(url.protocol) && url.host === host ? 'own' : 'foreign'
}

/**
 * Returns the session that a handshake starts. Without a token, a page of this installation connects as a visitor.
 * Throws a refusal for an invalid token, and for a client that is not such a page and has no token.
 */
export async function authenticateHandshake(
  token: unknown,
  origin: HandshakeOrigin,
  identify: (token: string) => Promise<Caller>,
): Promise<SocketSession> {
  const isVisitor = token === undefined || token === null || token === ''
  if (isVisitor && origin === 'own') return {}
  if (isVisitor || typeof token !== 'string') throw new Refusal('not-signed-in', say('authenticationFailed'))
  return { caller: await identify(token), token }
}

/**
 * Drops the request that opened a connection, and its copy of the token: together they are a fifth of the memory that an
 * idle socket uses. A client that reconnects over the same connection counts as `none`.
 */
export function releaseHandshake({ conn, handshake }: SessionSocket): void {
  // The types say that these are required, but Socket.IO does not read them after the connection.
  Object.assign(conn, { request: undefined })
  Object.assign(handshake, { headers: {}, auth: {} })
}

/** The session of a socket. Visitors have neither caller nor token. */
export type SocketSession = { caller?: Caller; token?: string }

export type SocketServer = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketSession>
export type SessionSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketSession>

/** Which rooms a socket joins by itself, and which its caller may watch. */
export type RoomAccess = {
  /** Returns the rooms that a socket joins when it connects and cannot leave. */
  defaultRooms(caller: Caller | undefined): readonly string[]
  canWatch(caller: Caller | undefined, room: string): boolean
  /**
   * Returns a position that no message that was sent before the call is after, after a room was joined; `undefined` if nobody may
   * learn it.
   */
  joinedPosition?(): Promise<Pick<Heartbeat, 'position' | 'epoch'> | undefined>
}

const roomRequest = z.object({ room: z.string().min(1).max(120) })

/** Rooms that one socket may watch at the same time, beyond its default rooms. */
const maxWatchedRooms = 50

/** Handles `watch {room}` and `unwatch {room}`. Requests without an acknowledgement callback are ignored. */
export function handleRoomSubscriptions(socket: SessionSocket, access: RoomAccess): void {
  socket.on('watch', (request: unknown, acknowledge: unknown) => {
    if (typeof acknowledge !== 'function') return
    const response = watch(socket, access, request)
    // Visitors see what time alone changes, such as the day, and have nothing that tells them of it.
    const { caller } = socket.data
    if (!response.ok || caller === undefined || access.joinedPosition === undefined)
      return acknowledge(response)
    access.joinedPosition().then(
      (position) => acknowledge({ ...response, ...position }),
      // Without a position the client loads everything again, as if it had missed messages.
      () => acknowledge(response),
    )
  })
  socket.on('unwatch', (request: unknown, acknowledge: unknown) => {
    if (typeof acknowledge === 'function') acknowledge(unwatch(socket, access, request))
  })
}

function watch(socket: SessionSocket, access: RoomAccess, request: unknown): WatchResponse {
  const room = roomRequest.safeParse(request).data?.room
  if (room === undefined) return { ok: false, code: 'malformed' }
  const defaultRooms = access.defaultRooms(socket.data.caller)
  if (defaultRooms.includes(room) || socket.rooms.has(room)) return { ok: true }
  if (!access.canWatch(socket.data.caller, room)) return { ok: false, code: 'not-allowed' }
  // Socket.IO also puts every socket into its own room, named by its id.
  if (socket.rooms.size - defaultRooms.length - 1 >= maxWatchedRooms) return { ok: false, code: 'too-many' }
  void socket.join(room)
  return { ok: true }
}

function unwatch(socket: SessionSocket, access: RoomAccess, request: unknown): WatchResponse {
  const room = roomRequest.safeParse(request).data?.room
  if (room === undefined) return { ok: false, code: 'malformed' }
  if (!access.canWatch(socket.data.caller, room)) return { ok: false, code: 'not-allowed' }
  if (!access.defaultRooms(socket.data.caller).includes(room)) void socket.leave(room)
  return { ok: true }
}

/** Milliseconds in which every socket is checked once, a chunk of them with each tick. */
const sweepMs = 5_000
const ticksPerSweep = 10

/** Checks that run at the same time: they read the same sessions as requests, which must stay fast. */
const maxConcurrentChecks = 8

/** Queued messages at which a slow socket is disconnected; its client reconnects and resyncs. */
const maxQueuedMessages = 64

/**
 * Runs `check` for every socket every five seconds, and disconnects sockets whose outgoing queue is too long. Returns a
 * function that stops it.
 */
export function startSessionRevalidator(
  server: SocketServer,
  scheduler: Scheduler,
  check: (socket: SessionSocket) => Promise<void>,
): () => void {
  const limit = concurrencyLimit({ maxConcurrent: maxConcurrentChecks, maxQueued: Infinity })
  let remaining: SessionSocket[] = []
  let chunkSize = 0
  // A slow check may still be pending when the next sweep begins.
  const pending = new Set<SessionSocket>()
  const checkInTurn = async (socket: SessionSocket) => {
    if (pending.has(socket)) return
    pending.add(socket)
    await limit(async () => {
      pending.delete(socket)
      if (socket.connected) await check(socket)
    })
  }
  const tick = () => {
    if (remaining.length === 0) {
      remaining = [...server.sockets.sockets.values()]
      chunkSize = Math.ceil(remaining.length / ticksPerSweep)
    }
    for (const socket of remaining.splice(0, chunkSize)) {
      if (queuedMessages(socket) > maxQueuedMessages) socket.disconnect(true)
      else void checkInTurn(socket)
    }
    cancel = scheduler.after(sweepMs / ticksPerSweep, tick)
  }
  let cancel = scheduler.after(sweepMs / ticksPerSweep, tick)
  return () => cancel()
}

function queuedMessages(socket: SessionSocket): number {
  // Private in the types, but the only measure: Socket.IO has no back-pressure.
  const { writeBuffer } = socket.conn as unknown as { writeBuffer: readonly unknown[] }
  return writeBuffer.length
}

/**
 * Disconnects a socket whose token is no longer valid, and moves it to the right rooms when its privileges have changed: it also
 * leaves the watched rooms that it may not watch any more. While sessions cannot be read, only the expiry of the token counts.
 */
export async function revalidateSession(
  socket: SessionSocket,
  { identify, access, now }: { identify: Identify; access: RoomAccess; now: number },
): Promise<void> {
  const { caller, token } = socket.data
  if (!caller || token === undefined) return
  try {
    const current = await identify(token)
    const [before, after] = [access.defaultRooms(caller), access.defaultRooms(current)]
    socket.data.caller = current
    // Socket.IO also puts every socket into its own room, named by its id.
    for (const room of socket.rooms)
      if (room !== socket.id && !after.includes(room) && !access.canWatch(current, room))
        void socket.leave(room)
    for (const room of after) if (!before.includes(room)) void socket.join(room)
  } catch (error) {
    if (error instanceof Refusal || caller.token.expiresAt <= now) socket.disconnect(true)
  }
}
