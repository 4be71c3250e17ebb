import type { Server } from 'socket.io'
import { disconnectMessage, type HasListeners, type LivePublisher } from './live-publisher.ts'

/**
 * Sockets that get a message in one turn of the event loop. What a write needs lives until the turn ends; for thousands of sockets
 * that is so much that V8 would keep it for long, and stop the process for half a second to collect it.
 */
const socketsPerTurn = 1_000
/** Messages that wait for their turns, at most. With more of them, the caller waits until all are sent. */
const maxWaiting = 20

/** A message on its way to the sockets of a room. */
type Delivery = {
  room: string
  message: string
  payload: unknown
  except: string | undefined
  sockets: string[]
}

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
  const deliveries: Delivery[] = []
  const hasListeners: HasListeners = (room) => server?.sockets.adapter.rooms.has(room) === true

  /** Sends the first waiting message to some more of its sockets. */
  const sendSome = () => {
    const [delivery] = deliveries
    if (server === undefined || delivery === undefined) return
    const { room, message, payload, except, sockets } = delivery
    // Every socket is also alone in a room with its id. A socket may have left the room since.
    const ids = sockets.splice(0, socketsPerTurn).filter((id) => {
      const joined = server?.sockets.adapter.sids.get(id)
      return joined?.has(room) === true && (except === undefined || !joined.has(except))
    })
    if (sockets.length === 0) deliveries.shift()
    // Without a room, Socket.IO would send to all.
    if (ids.length > 0) server.local.to(ids).emit(message, payload)
  }
  const sendInTurns = () => {
    sendSome()
    if (deliveries.length > 0) setImmediate(sendInTurns)
  }

  return {
    attach: (attached) => {
      server = attached
    },
    hasListeners,
    broadcast: (room, message, payload) => void server?.to(room).emit(message, payload),
    publish: (room, message, payload, except) => {
      const sockets = server?.sockets.adapter.rooms.get(room)
      // Socket.IO would encode the message even for an empty room.
      if (server === undefined || sockets === undefined) return
      if (message !== disconnectMessage && (deliveries.length > 0 || sockets.size > socketsPerTurn)) {
        // One after the other, so that every socket receives messages in the order in which they were published.
        deliveries.push({ room, message, payload, except, sockets: [...sockets] })
        if (deliveries.length === 1) setImmediate(sendInTurns)
        if (deliveries.length > maxWaiting) while (deliveries.length > 0) sendSome()
        return
      }
      // `local`: with a cluster adapter, any other broadcast goes to the other processes too.
      const inRoom = server.local.to(room)
      const reached = except === undefined ? inRoom : inRoom.except(except)
      if (message === disconnectMessage) reached.disconnectSockets(true)
      else reached.emit(message, payload)
    },
  }
}
