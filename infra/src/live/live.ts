/** Carries messages to rooms. It decides nothing: who hears what is said by the views. Never throws, never waits. */
export type Live = {
  publish(room: string, message: string, payload: unknown): void
}
