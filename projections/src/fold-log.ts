// Folds the log with a projection in memory, without builds and stores, so that a fold shares no fault with the projection runner. Events
// are read in slices, between which other tasks run, and applied one by one. Past leaderboards and what-if boards are such folds, and the
// self-check compares read models with them.

import { isEventOf, type EventFamily } from '@thirty/contracts/events/event-definition.ts'
import {
  beginning,
  type EventLog,
  type RecordedEvent,
  type SeenEvent,
  seenEvent,
} from '@thirty/infra/event-log/event-log.ts'
import type { Document, Projection, RecordedEventOf } from '@thirty/infra/read-models/projection.ts'
import { yieldToEventLoop } from './document-reads.ts'

/** The documents of a projection at a position. `last` is the last event that was applied, missing before the first. It never changes. */
export type Folded<Doc> = {
  position: bigint
  documents: ReadonlyMap<string, Doc>
  last?: SeenEvent & { at: string }
}

export const nothingFolded = <Doc>(): Folded<Doc> => ({ position: beginning, documents: new Map() })

/** Events of a slice: they are applied in a few milliseconds. */
const sliceSize = 512

/**
 * `seen` is in the log, or reading throws. `batch`: events of a slice. `onTouched` receives the ids of all documents that the events concern.
 */
type SliceOptions = {
  after: bigint
  until: bigint
  batch: number
  seen?: SeenEvent
  onTouched?: (id: string) => void
}

/**
 * Applies events of the log to documents in slices, and yields each slice. Throws the error of the projection for an event that it cannot
 * apply, and the errors of the log.
 */
export async function* applySlices<Doc extends Document, Family extends EventFamily>(
  log: Pick<EventLog, 'readAll'>,
  projection: Projection<Doc, Family>,
  documents: Map<string, Doc>,
  { onTouched, ...range }: SliceOptions,
): AsyncGenerator<readonly RecordedEvent[]> {
  const { streams, events: handled, documentIds, evolve } = projection
  const isHandled = (event: RecordedEvent): event is RecordedEventOf<Family> =>
    handled === undefined || isEventOf(handled, event)
  const documentOf = (id: string) => documents.get(id)
  for await (const events of log.readAll({ ...range, streams })) {
    for (const event of events) {
      if (!isHandled(event)) continue
      for (const id of documentIds(event)) {
        onTouched?.(id)
        const before = documents.get(id)
        const after = evolve(before, event, id, documentOf)
        if (after === undefined) documents.delete(id)
        else if (after !== before) documents.set(id, after)
      }
    }
    yield events
  }
}

type FoldOptions<Doc extends Document, Family extends EventFamily> = {
  log: Pick<EventLog, 'readAll'>
  projection: Projection<Doc, Family>
  /** The documents of the same events up to an earlier position. */
  from: Folded<Doc>
  position: bigint
  /** Called after every slice with the documents up to there, which change with the next slice. */
  onSlice?(folded: Folded<Doc>): void
}

/** Returns the documents at a position from those at an earlier one. Other tasks run between slices. Throws like `applySlices`. */
export async function foldLog<Doc extends Document, Family extends EventFamily>(
  options: FoldOptions<Doc, Family>,
): Promise<Folded<Doc>> {
  const { log, projection, from, position, onSlice } = options
  const documents = new Map(from.documents)
  let { last } = from
  const seen = last && { seen: last }
  const range = { after: last?.position ?? beginning, ...seen, until: position, batch: sliceSize }
  for await (const events of applySlices(log, projection, documents, range)) {
    const newest = events.at(-1)
    if (newest) {
      last = { ...seenEvent(newest), at: newest.at }
      onSlice?.({ position: newest.position, documents, last })
    }
    await yieldToEventLoop()
  }
  return { position, documents, ...(last && { last }) }
}

/**
 * Returns a function that folds like `foldLog`, and continues the fold before if that had the same key, an earlier position, and only events
 * that the log still has.
 */
export function continuedFold<Doc extends Document>(log: Pick<EventLog, 'readAll' | 'compareEvent'>) {
  let latest: { key: string; folded: Folded<Doc> } | undefined
  const usable = async (key: string, position: bigint): Promise<Folded<Doc>> => {
    if (latest?.key !== key || latest.folded.position > position) return nothingFolded()
    const { folded } = latest
    const isGone = folded.last !== undefined && (await log.compareEvent(folded.last)) === 'other'
    return isGone ? nothingFolded() : folded
  }
  return async <Family extends EventFamily>(
    key: string,
    projection: Projection<Doc, Family>,
    position: bigint,
  ): Promise<ReadonlyMap<string, Doc>> => {
    const folded = await foldLog({ log, projection, from: await usable(key, position), position })
    latest = { key, folded }
    return folded.documents
  }
}
