/** Returns whether a room has sockets, so that updates without an audience need not be computed. */
export type HasListeners = (room: string) => boolean

/** Publishes messages to rooms; projections decide what goes where. Never throws and never waits. */
export type LivePublisher = {
  publish(room: string, message: string, payload: unknown): void
}

/**
 * A message with this name disconnects the sockets of the room, in every process, instead of being delivered; clients
 * that are still authorised reconnect. Socket.IO reserves the name, so no event can use it.
 */
export const disconnectMessage = 'disconnect'
