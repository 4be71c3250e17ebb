/** Whether anybody is in a room just now, so that news for nobody need not be made. */
export type IsHeard = (room: string) => boolean

/** Carries messages to rooms. It decides nothing: who hears what is said by the views. Never throws, never waits. */
export type Live = {
  publish(room: string, message: string, payload: unknown): void
}
