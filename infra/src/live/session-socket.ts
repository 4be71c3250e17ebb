import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import type { Heartbeat } from '@thirty/contracts/live/live.ts'
import type { Caller } from '../http/authentication/authentication.ts'

/** The session of a socket. Visitors have neither caller nor token. */
export type SocketSession = { caller?: Caller; token?: string }

export type SocketServer = Server<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketSession>
export type SessionSocket = Socket<DefaultEventsMap, DefaultEventsMap, DefaultEventsMap, SocketSession>

/** Decides which sockets belong in which rooms. The product's rules come from outside of `infra`. */
export type RoomAccess = {
  /** Returns the rooms that a socket joins when it connects and cannot leave. */
  defaultRooms(caller: Caller | undefined): readonly string[]
  /** Returns whether a socket may join a room with `watch`. */
  canWatch(caller: Caller | undefined, room: string): boolean
  /**
   * Returns a position that no message that was sent before the call is after, after a room was joined; `undefined` if nobody may
   * learn it.
   */
  joinedPosition?(): Promise<Pick<Heartbeat, 'position' | 'epoch'> | undefined>
}
