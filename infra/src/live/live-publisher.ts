/** Whether anybody is in a room just now, so that news for nobody need not be made. */
export type HasListeners = (room: string) => boolean

/** Carries messages to rooms. It decides nothing: who hears what is said by the views. Never throws, never waits. */
export type LivePublisher<Messages extends object = Record<string, unknown>> = {
  publish<Name extends keyof Messages & string>(room: string, message: Name, payload: Messages[Name]): void
}

/**
 * A message of this name is not told to the room but ends its sockets, wherever they are: whoever still has the right
 * comes back by themselves. Socket.IO keeps the word for itself, so no message can be called so.
 */
export const disconnectMessage = 'disconnect'
