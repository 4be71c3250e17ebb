// What a reader remembers of the log to recognise it later: extends, checks and formats a `SeenHistory`, and reads a log in passes.

import { z } from 'zod'
import {
  beginning,
  LogReplaced,
  seenEvent,
  type EventLog,
  type ReadRange,
  type SeenEvent,
  type SeenHistory,
} from './event-log.ts'

export const nothingSeen: SeenHistory = { upTo: beginning, events: [] }

/** Most families that are remembered: they are stored with every commit of a read model. */
const maxFamilies = 6

/** How many events at the end of a batch are looked at: each belongs to a family, and there are few families. */
const maxExamined = 8

/** Returns the history after a reader saw these events, and everything else up to a position. */
export function extendHistory(history: SeenHistory, events: readonly SeenEvent[], upTo: bigint): SeenHistory {
  if (events.length === 0) return { upTo, events: history.events }
  const newest = new Map<string, SeenEvent>()
  for (const event of [...history.events, ...events.slice(-maxExamined)]) {
    const family = familyOf(event)
    // Deleted first, so that the map stays in the order of the log.
    newest.delete(family)
    newest.set(family, event)
  }
  return { upTo, events: [...newest.values()].slice(-maxFamilies).map(seenEvent) }
}

const familyOf = ({ stream }: SeenEvent): string => {
  const dash = stream.indexOf('-')
  return dash < 0 ? stream : stream.slice(0, dash)
}

/**
 * Whether the log still has the history that a reader of some streams has seen. Erased events are skipped. The newest
 * remembered event must be the same, and no event of the reader's streams may be between it and the end of the history.
 */
export async function hasHistory(
  log: Pick<EventLog, 'compareEvent' | 'head' | 'readAll'>,
  { upTo, events }: SeenHistory,
  streams: readonly string[],
): Promise<boolean> {
  if ((await log.head()) < upTo) return false
  for (const [index, event] of events.toReversed().entries()) {
    const comparison = await log.compareEvent(event)
    if (comparison === 'other') return false
    if (comparison === 'same') return index > 0 || !(await hasEvents(log, event.position, upTo, streams))
  }
  return true
}

/** Whether there are events of these streams after one position and up to another. */
async function hasEvents(
  log: Pick<EventLog, 'readAll'>,
  after: bigint,
  until: bigint,
  streams: readonly string[],
): Promise<boolean> {
  if (after >= until) return false
  for await (const events of log.readAll({ after, until, streams, batch: 1 }))
    if (events.length > 0) return true
  return false
}

/** Returns a history as text, without `changedAt`. */
export const formatSeenHistory = ({ upTo, events }: SeenHistory): string =>
  JSON.stringify([
    `${upTo}`,
    events.map(({ position, id, stream, revision }) => [`${position}`, id, stream, revision]),
  ])

const seenHistory = z
  .tuple([z.string(), z.array(z.tuple([z.string(), z.string(), z.string(), z.number()]))])
  // Another release may have added parts.
  .rest(z.unknown())

/** Parses what `formatSeenHistory` has formatted; nothing is an empty text. */
export function parseSeenHistory(text: string): SeenHistory {
  if (text === '') return nothingSeen
  const [upTo, events] = seenHistory.parse(JSON.parse(text))
  const toEvent = ([position, id, stream, revision]: (typeof events)[number]) =>
    seenEvent({ position: BigInt(position), id, stream, revision })
  return { upTo: BigInt(upTo), events: events.map(toEvent) }
}

/**
 * Returns the newest event of a log that was not erased; `undefined` if there is none. A reader that has read up to there recognises by
 * it whether the log still has what it has read. An older event, such as the last one of its own streams, would not show that the log
 * was put back to a copy from in between.
 */
export async function newestEvent(log: Pick<EventLog, 'readBackwards'>): Promise<SeenEvent | undefined> {
  for await (const { events } of log.readBackwards({ batch: 1 })) if (events[0]) return seenEvent(events[0])
  return undefined
}

/**
 * Returns a function that reads a log in passes. `read` gets the range since the last pass that it completed, for which it returned true;
 * `seen` is missing in the first one. If the log was put back to an older copy, `forget` is called, and the pass begins anew with all events.
 */
export function logPasses(log: Pick<EventLog, 'readBackwards'>, forget: () => void) {
  let seen: SeenEvent | undefined
  return async function pass(
    read: (range: ReadRange & { until: bigint }) => Promise<boolean>,
  ): Promise<boolean> {
    const newest = await newestEvent(log)
    const until = newest?.position ?? beginning
    try {
      const isComplete = await read({ ...(seen && { after: seen.position, seen }), until })
      if (isComplete) seen = newest
      return isComplete
    } catch (error) {
      if (!(error instanceof LogReplaced)) throw error
      seen = undefined
      forget()
      return pass(read)
    }
  }
}
