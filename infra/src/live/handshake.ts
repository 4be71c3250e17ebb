// The sockets of sessions: their types, and the handshake that authenticates one.

import type { IncomingMessage } from 'node:http'
import { Refusal } from '@thirty/contracts/endpoints/refusals.ts'
import type { Authentication, Caller } from '../http/authentication/authentication.ts'
import { say } from '@thirty/contracts/texts/text.ts'
import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import type { Heartbeat } from '@thirty/contracts/live/live.ts'

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
  if (!URL.canParse(origin)) return 'foreign'
  // The installation may be reachable under a second name, such as 127.0.0.1 for localhost.
  const url = new URL(origin)
  return /^https?:$/.test(url.protocol) && url.host === host ? 'own' : 'foreign'
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
