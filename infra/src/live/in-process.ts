import type { Server } from 'socket.io'
import { cut, type IsHeard, type Live } from './live.ts'

/** Carries messages to the sockets of this process, whatever else carries messages to them as well. */
export type InProcessLive = Live & {
  /** From here on messages go out by these sockets; before there is nobody who could hear them. */
  connect(sockets: Server): void
  isHeard: IsHeard
}

export function inProcessLive(): InProcessLive {
  let sockets: Server | undefined
  const isHeard: IsHeard = (room) => sockets?.sockets.adapter.rooms.has(room) === true
  return {
    connect: (server) => {
      sockets = server
    },
    isHeard,
    // Socket.IO encodes a broadcast once and shares the frame among all sockets of the room; also when there are none.
    publish: (room, message, payload) => {
      if (!isHeard(room)) return
      // With an adapter for many processes, only a local broadcast does not wait for the others.
      const here = sockets?.local.to(room)
      if (message === cut) here?.disconnectSockets(true)
      else here?.emit(message, payload)
    },
  }
}
