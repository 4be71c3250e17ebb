// The port through which live messages go to the sockets of a room.

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
