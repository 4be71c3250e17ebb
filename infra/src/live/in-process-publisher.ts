import type { Server } from 'socket.io'
import { disconnectMessage, type HasListeners, type LivePublisher } from './live-publisher.ts'

/** Publishes to the sockets of this process, as projections do in every process, or to the sockets of all processes. */
export type InProcessPublisher = LivePublisher & {
  /** Publishes through this server from now on; messages published before are dropped. */
  attach(server: Server): void
  hasListeners: HasListeners
  /** Publishes to the sockets of all processes, for messages that come from one process only. */
  broadcast: LivePublisher['publish']
}

export function inProcessPublisher(): InProcessPublisher {
  let server: Server | undefined
  const hasListeners: HasListeners = (room) => server?.sockets.adapter.rooms.has(room) === true
  return {
    attach: (attached) => {
      server = attached
    },
    hasListeners,
    broadcast: (room, message, payload) => void server?.to(room).emit(message, payload),
    publish: (room, message, payload, except) => {
      // Socket.IO would encode the message even for an empty room.
      if (!hasListeners(room)) return
      // `local`: with a cluster adapter, any other broadcast goes to the other processes too.
      const inRoom = server?.local.to(room)
      const sockets = except === undefined ? inRoom : inRoom?.except(except)
      if (message === disconnectMessage) sockets?.disconnectSockets(true)
      else sockets?.emit(message, payload)
    },
  }
}
