import { beginning } from '../../event-log.ts'
import type { RecordedEvent } from '../../event-log.ts'
import { decodeEvent } from '../event-encoding.ts'

/** An event as it is stored; `event` is parsed when it is first needed. Subscribers share it and must not change it. */
export type StoredEvent = {
  position: number
  revision: number
  stream: string
  record: string
  event?: RecordedEvent
}

const maxEvents = 4096
const maxCharacters = 16_000_000

/**
 * The newest events in memory, for subscribers that are caught up. A subscriber that falls behind reads the file
 * instead, so a slow reader costs no memory. Positions in it have no gaps. `onAppend` is called for every
 * acknowledged event.
 */
export function liveTail(onAppend: (event: StoredEvent) => void = () => {}) {
  let head = Number(beginning)
  let events: StoredEvent[] = []
  let characters = 0
  let waiting: (() => void)[] = []
  let subscribers = 0

  function trim() {
    let from = 0
    while (events.length - from > maxEvents / 2 || (characters > maxCharacters / 2 && from < events.length))
      characters -= events[from++]?.record.length ?? 0
    events = events.slice(from)
  }

  function clear() {
    events = []
    characters = 0
  }

  /** Resolves all pending `waitForChange` calls. */
  function wakeSubscribers() {
    const woken = waiting
    waiting = []
    for (const resume of woken) resume()
  }

  return {
    head: () => head,
    /** Sets the position of the newest event when the log is opened. */
    setHead(position: number) {
      head = position
    },
    /** Adds an acknowledged event; must be called in order. Subscribers see it after the next `wake`. */
    append(event: StoredEvent) {
      head = event.position
      onAppend(event)
      if (subscribers === 0) return
      events.push(event)
      characters += event.record.length
      if (events.length > maxEvents || characters > maxCharacters) trim()
    },
    wake: wakeSubscribers,
    /** Resolves at the next `wake`. */
    waitForChange: () => new Promise<void>((resolve) => waiting.push(resolve)),
    /** Returns at most `limit` events after a position; `undefined` when some of them are not in memory. */
    eventsAfter(position: number, limit: number): readonly StoredEvent[] | undefined {
      const first = events[0]?.position
      if (first === undefined || position + 1 < first) return undefined
      return events.slice(position + 1 - first, position + 1 - first + limit)
    },
    /** Call it after an erasure: erased events must not be read from memory. */
    clear,
    addSubscriber() {
      subscribers++
    },
    removeSubscriber() {
      subscribers--
      if (subscribers === 0) clear()
    },
  }
}

export type LiveTail = ReturnType<typeof liveTail>

export const decodeStoredEvent = (stored: StoredEvent): RecordedEvent =>
  (stored.event ??= decodeEvent(stored.record, stored.stream, stored.revision, stored.position))
