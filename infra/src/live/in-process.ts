import type { Server } from 'socket.io'
import type { Live } from './live.ts'

/** Carries messages to the sockets of this process. */
export type InProcessLive = Live & {
  /** From here on messages go out by these sockets; before there is nobody who could hear them. */
  connect(sockets: Server): void
}

export function inProcessLive(): InProcessLive {
  let sockets: Server | undefined
  return {
    connect: (server) => {
      sockets = server
    },
    // Socket.IO encodes a broadcast once and shares the frame among all sockets of the room.
    publish: (room, message, payload) => void sockets?.to(room).emit(message, payload),
  }
}
