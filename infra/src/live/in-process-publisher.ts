import type { Server } from 'socket.io'
import { disconnectMessage, type HasListeners, type LivePublisher } from './live-publisher.ts'

/** Carries messages to the sockets of this process, whatever else carries messages to them as well. */
export type InProcessPublisher = LivePublisher & {
  /** From here on messages go out by these sockets; before there is nobody who could hear them. */
  attach(sockets: Server): void
  hasListeners: HasListeners
}

export function inProcessPublisher(): InProcessPublisher {
  let sockets: Server | undefined
  const isHeard: HasListeners = (room) => sockets?.sockets.adapter.rooms.has(room) === true
  return {
    attach: (server) => {
      sockets = server
    },
    hasListeners: isHeard,
    // Socket.IO encodes a broadcast once and shares the frame among all sockets of the room; also when there are none.
    publish: (room, message, payload) => {
      if (!isHeard(room)) return
      // With an adapter for many processes, only a local broadcast does not wait for the others.
      const here = sockets?.local.to(room)
      if (message === disconnectMessage) here?.disconnectSockets(true)
      else here?.emit(message, payload)
    },
  }
}
