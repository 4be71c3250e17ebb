/** Where an event went. `stream` is the stream's number. */
export type EventLocation = { stream: number; revision: number }

const generation = 8192

/**
 * The places of the newest events by id: at least 8,192 of them, at most twice as many, lost with the process.
 * Two maps that take turns, so that nothing is ever moved.
 */
export function recentEvents() {
  let young = new Map<string, EventLocation>()
  let old = new Map<string, EventLocation>()
  return {
    find: (id: string) => young.get(id) ?? old.get(id),
    remember(id: string, place: EventLocation) {
      if (young.size >= generation) {
        old = young
        young = new Map()
      }
      young.set(id, place)
    },
    forget(id: string) {
      young.delete(id)
      old.delete(id)
    },
  }
}
