import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import {
  beginning,
  type EventLog,
  type RecordedEvent,
  type SeenEvent,
} from '@thirty/infra/event-log/event-log.ts'
import type { Projection } from '@thirty/infra/read-models/read-models.ts'
import { yieldToEventLoop } from '../index-scan.ts'
import type { PastParticipant } from './board-digest.ts'

/** The definition of past boards: the projection of the leaderboard of a history. */
export type PastProjection = Projection<PastParticipant>

/**
 * The documents of a leaderboard at a position. `lineage` is the key of its history there; `last` is the last event that
 * was applied and `at` its time, missing before the first. It never changes.
 */
export type PastBoard = {
  lineage: string
  position: bigint
  documents: ReadonlyMap<string, PastParticipant>
  last?: SeenEvent & { at: string }
  /** Number of events that were read for it, from the first one of the log. */
  events: number
}

export const emptyBoard: PastBoard = { lineage: '', position: beginning, documents: new Map(), events: 0 }

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
  documents: Map<string, PastParticipant>,
  event: RecordedEvent,
): void {
  if (projection.events !== undefined && !isEventOf(projection.events, event)) return
  for (const id of projection.documentIds(event)) {
    const document = projection.evolve(documents.get(id), event, id, (other) => documents.get(other))
    if (document === undefined) documents.delete(id)
    else documents.set(id, document)
  }
}
