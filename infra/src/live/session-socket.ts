import { Refusal } from '@thirty/contracts/refusals.ts'
import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import type { Caller } from '../http/authentication/authentication.ts'
import type { HandshakeOrigin } from './handshake-origin.ts'

/** What we know about a socket: who sits there. Visitors have neither caller nor token. */
export type SocketSession = { caller?: Caller; token?: string }

export type SocketServer = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketSession>
export type SessionSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketSession>

export type Identify = (token: string) => Promise<Caller>

/**
 * Who comes in with this handshake. Without a token a page's visitor; a token that is there must be good.
 * What is no page of ours (a script, say) needs a token in any case. Throws refusals.
 */
export async function authenticateHandshake(
  token: unknown,
  origin: HandshakeOrigin,
  identify: Identify,
): Promise<SocketSession> {
  const isVisitor = token === undefined || token === null || token === ''
  if (isVisitor && origin === 'own') return {}
  if (isVisitor || typeof token !== 'string') throw new Refusal('not-signed-in', 'Authentication failed')
  return { caller: await identify(token), token }
}

/**
 * Lets go of the request that a socket came with, and of its copy of the token: a fifth of what it would keep in memory
 * for as long as it is there. Who leaves and comes back over the same connection comes from no page.
 */
export function releaseHandshake({ conn, handshake }: SessionSocket): void {
  // Not optional in the types, but Socket.IO itself gets along without.
  Object.assign(conn, { request: undefined })
  Object.assign(handshake, { headers: {}, auth: {} })
}
