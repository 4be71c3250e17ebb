import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import {
  beginning,
  type EventLog,
  type RecordedEvent,
  type SeenEvent,
} from '@thirty/infra/event-log/event-log.ts'
import type { Projection } from '@thirty/infra/read-models/read-models.ts'
import { yieldToEventLoop } from '../index-scan.ts'
import type { PastParticipant } from './board-participant.ts'
import { BoardEntry } from './board-entry.ts'

/** The definition of past boards: the projection of the leaderboard of a history. */
export type PastProjection = Projection<PastParticipant>

/**
 * The documents of a leaderboard at a position. `lineage` is the key of its history there; `last` is the last event that
 * was applied and `at` its time, missing before the first. It never changes.
 */
export type PastBoard = {
  lineage: string
  position: bigint
  documents: ReadonlyMap<string, BoardEntry>
  last?: SeenEvent & { at: string }
  /** Number of events that were read for it, from the first one of the log. */
  events: number
}

export const emptyBoard: PastBoard = { lineage: '', position: beginning, documents: new Map(), events: 0 }

/** Returns the approximate memory of a board in bytes. Boards of neighbouring positions share most of it. */
export function boardBytes({ documents }: PastBoard): number {
  let bytes = 1
  for (const entry of documents.values()) bytes += entry.bytes
  return Math.ceil(bytes)
}

/**
 * Returns the size of an entry for a cache of `lru-cache` with this `maxSize`. The newest entry is always kept, also one that is
 * larger alone; it then is the only one.
 */
export const sizeInCache = (bytes: number, maxBytes: number): number => Math.min(bytes, maxBytes)

/** Events of a slice: they are applied in a few milliseconds. */
const sliceSize = 512

export type FoldOptions = {
  log: Pick<EventLog, 'readAll'>
  projection: PastProjection
  /** A board with the same events up to its position. */
  from: PastBoard
  lineage: string
  position: bigint
  /** Called after every slice with a board up to there, which must not be kept: it changes with the next slice. */
  onSlice?(board: PastBoard): Promise<void> | void
}

/**
 * Returns the board at a position from an earlier one. Other tasks run between slices. Throws the error of the projection
 * for an event that it cannot apply, and the errors of the log.
 */
export async function foldBoard(options: FoldOptions): Promise<PastBoard> {
  const { log, projection, from, lineage, position, onSlice } = options
  const documents = new Map(from.documents)
  let { last, events: count } = from
  const range = {
    after: last?.position ?? beginning,
    ...(last && { seen: last }),
    until: position,
    streams: projection.streams,
    batch: sliceSize,
  }
  for await (const events of log.readAll(range)) {
    for (const event of events) applyEvent(projection, documents, event)
    const newest = events.at(-1)
    if (newest) last = seenEvent(newest)
    count += events.length
    if (newest && last)
      await onSlice?.({ lineage, position: newest.position, documents, last, events: count })
    await yieldToEventLoop()
  }
  return { lineage, position, documents, ...(last && { last }), events: count }
}

const seenEvent = ({ position, id, stream, revision, at }: RecordedEvent) => ({
  position,
  id,
  stream,
  revision,
  at,
})

function applyEvent(
  projection: PastProjection,
  documents: Map<string, BoardEntry>,
  event: RecordedEvent,
): void {
  if (projection.events !== undefined && !isEventOf(projection.events, event)) return
  for (const id of projection.documentIds(event)) {
    const participantOf = (other: string) => documents.get(other)?.participant
    const before = participantOf(id)
    const after = projection.evolve(before, event, id, participantOf)
    if (after === undefined) documents.delete(id)
    else if (after !== before) documents.set(id, BoardEntry.of(after))
  }
}
