// The port through which live messages go to the sockets of a room, and the publisher to the sockets of this process, which sends to at most
// a thousand of them in a turn of the event loop; a broadcast goes to all processes.
//
// With 10,000 sockets in one turn, full garbage collections stopped the process for 0.4 to 0.6 seconds every few
// seconds. In turns of a thousand the 99th percentile of 100 changes fell from 589 to 297 ms; bare Socket.IO needs 194.
// Turns of 500 took a tenth longer, and a larger space for new objects did less. Messages keep their order for each
// socket, except beside messages to single sockets; clients order by position anyway. Messages of projectors go through
// the adapter of Redis, which sends to a whole room in one turn.

import type { Server } from 'socket.io'

/** Returns whether a room has sockets, so that updates without an audience need not be computed. */
export type HasListeners = (room: string) => boolean

/** Publishes messages to rooms; projections decide which message goes to which room. Never waits. */
export type LivePublisher<Messages extends object = Record<string, unknown>> = {
  /** `except`: a room whose sockets do not receive the message. */
  publish<Name extends keyof Messages & string>(
    room: string,
    message: Name,
    payload: Messages[Name],
    except?: string,
  ): void
}

/**
 * A message with this name disconnects the sockets of the room, in every process, instead of being delivered; clients
 * that are still authorised reconnect. Socket.IO reserves the name, so no event can use it.
 */
export const disconnectMessage = 'disconnect'

/**
 * Sockets that get a message in one turn of the event loop. The memory that a write needs lives until the turn ends; for thousands of
 * sockets that is so much that V8 would keep it for long, and stop the process for half a second to collect it.
 */
const socketsPerTurn = 1_000
/** Most sockets that wait for messages, each counted once for each message. Above that, `publish` sends the surplus messages at once. */
const maxWaiting = 200_000

type Delivery = {
  room: string
  message: string
  payload: unknown
  except: string | undefined
  sockets: string[]
}

export type InProcessPublisher = ReturnType<typeof inProcessPublisher>

/**
 * Publishes to the sockets of this process, as projections do in every process, or to the sockets of all processes. `onError` is called for a
 * message that cannot be sent, which is dropped. Missing: the error is thrown.
 */
export function inProcessPublisher({ onError }: { onError?: (error: unknown) => void } = {}) {
  let server: Server | undefined
  const deliveries: Delivery[] = []
  let waitingCount = 0
  let isTurnScheduled = false
  const hasListeners: HasListeners = (room) => server?.sockets.adapter.rooms.has(room) === true

  /** Sends the first waiting message to the next of its sockets, `limit` at most. Returns for how many it waits no longer. */
  const sendNext = (limit: number): number => {
    const [delivery] = deliveries
    if (server === undefined || delivery === undefined) return 0
    const { room, message, payload, except, sockets } = delivery
    const next = sockets.splice(0, limit)
    waitingCount -= next.length
    if (sockets.length === 0) deliveries.shift()
    // A socket may have left the room since. Every socket is also alone in a room with its id.
    const ids = next.filter((id) => {
      const joined = server?.sockets.adapter.sids.get(id)
      return joined?.has(room) === true && (except === undefined || !joined.has(except))
    })
    // Without a room, Socket.IO would send to all.
    if (ids.length > 0) server.local.to(ids).emit(message, payload)
    return next.length
  }
  const sendTurn = () => {
    isTurnScheduled = false
    try {
      let left = socketsPerTurn
      while (left > 0 && deliveries.length > 0) left -= sendNext(left)
    } catch (error) {
      if (onError === undefined) throw error
      onError(error)
    } finally {
      scheduleTurn()
    }
  }
  const scheduleTurn = () => {
    if (isTurnScheduled || deliveries.length === 0) return
    isTurnScheduled = true
    setImmediate(sendTurn)
  }

  const publish: LivePublisher['publish'] = (room, message, payload, except) => {
    const sockets = server?.sockets.adapter.rooms.get(room)
    // Socket.IO would encode the message even for an empty room.
    if (server === undefined || sockets === undefined) return
    if (message !== disconnectMessage && (deliveries.length > 0 || sockets.size > socketsPerTurn)) {
      // One after the other, so that every socket receives messages in the order in which they were published.
      deliveries.push({ room, message, payload, except, sockets: [...sockets] })
      waitingCount += sockets.size
      for (let excess = waitingCount - maxWaiting; excess > 0;) excess -= sendNext(socketsPerTurn)
      scheduleTurn()
      return
    }
    // `local`: with a cluster adapter, any other broadcast goes to the other processes too.
    const inRoom = server.local.to(room)
    const reached = except === undefined ? inRoom : inRoom.except(except)
    if (message === disconnectMessage) reached.disconnectSockets(true)
    else reached.emit(message, payload)
  }

  return {
    /** Publishes through this server from now on; messages published before are dropped. */
    attach: (attached: Server): void => {
      server = attached
    },
    hasListeners,
    publish,
    /** Publishes to the sockets of all processes, for messages that come from one process only. */
    broadcast: (room: string, message: string, payload: unknown): void =>
      void server?.to(room).emit(message, payload),
  }
}
