import { beginning } from '../../event-log.ts'
import type { RecordedEvent } from '../../event-log.ts'
import { decodeEvent } from '../event-encoding.ts'

/** An event as the file keeps it; `event` once somebody asked for it. Subscribers share it and must not change it. */
export type StoredEvent = {
  position: number
  revision: number
  stream: string
  record: string
  event?: RecordedEvent
}

const mostEvents = 4096
const mostCharacters = 16_000_000

/**
 * The newest events in memory, for subscribers that keep up; who falls behind reads the file instead, so a slow reader
 * costs nothing here. Positions in it have no gaps. `head` is the newest acknowledged position; `hear` is told of every acknowledged event.
 */
export function liveTail(hear: (event: StoredEvent) => void = () => {}) {
  let head = Number(beginning)
  let events: StoredEvent[] = []
  let characters = 0
  let waiting: (() => void)[] = []
  let followers = 0

  function trim() {
    let from = 0
    while (events.length - from > mostEvents / 2 || (characters > mostCharacters / 2 && from < events.length))
      characters -= events[from++]?.record.length ?? 0
    events = events.slice(from)
  }

  function clear() {
    events = []
    characters = 0
  }

  /** Ends every wait. */
  function wakeSubscribers() {
    const woken = waiting
    waiting = []
    for (const go of woken) go()
  }

  return {
    head: () => head,
    /** Where the log stands when it is opened. */
    setHead(position: number) {
      head = position
    },
    /** Takes an acknowledged event; in order. Subscribers hear of it at the next `wake`. */
    append(event: StoredEvent) {
      head = event.position
      hear(event)
      if (followers === 0) return
      events.push(event)
      characters += event.record.length
      if (events.length > mostEvents || characters > mostCharacters) trim()
    },
    wake: wakeSubscribers,
    /** Until the next wake. */
    waitForChange: () => new Promise<void>((resolve) => waiting.push(resolve)),
    /** At most `limit` events after a position; `undefined` when they are no longer (or not yet) in memory. */
    eventsAfter(position: number, limit: number): readonly StoredEvent[] | undefined {
      const first = events[0]?.position
      if (first === undefined || position + 1 < first) return undefined
      return events.slice(position + 1 - first, position + 1 - first + limit)
    },
    /** Nobody who falls behind may find here what was forgotten. */
    forget: clear,
    addSubscriber() {
      followers++
    },
    removeSubscriber() {
      followers--
      if (followers === 0) clear()
    },
  }
}

export type LiveTail = ReturnType<typeof liveTail>

export const decodeStoredEvent = (stored: StoredEvent): RecordedEvent =>
  (stored.event ??= decodeEvent(stored.record, stored.stream, stored.revision, stored.position))
