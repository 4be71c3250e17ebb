import type { Server } from 'socket.io'
import { disconnectMessage, type HasListeners, type LivePublisher } from './live-publisher.ts'

/** Publishes to the sockets of this process only. */
export type InProcessPublisher = LivePublisher & {
  /** Publishes through this server from now on; messages published before are dropped. */
  attach(server: Server): void
  hasListeners: HasListeners
}

export function inProcessPublisher(): InProcessPublisher {
  let server: Server | undefined
  const hasListeners: HasListeners = (room) => server?.sockets.adapter.rooms.has(room) === true
  return {
    attach: (attached) => {
      server = attached
    },
    hasListeners,
    publish: (room, message, payload) => {
      // Socket.IO would encode the message even for an empty room.
      if (!hasListeners(room)) return
      // `local`: with a cluster adapter, any other broadcast goes to the other processes too.
      const sockets = server?.local.to(room)
      if (message === disconnectMessage) sockets?.disconnectSockets(true)
      else sockets?.emit(message, payload)
    },
  }
}
