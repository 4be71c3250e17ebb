// Folds the log with a projection in memory, from the beginning or from an earlier fold. Stores nothing. A past leaderboard is such a fold.

import { isEventOf, type EventFamily } from '@thirty/contracts/events/event-definition.ts'
import {
  beginning,
  type EventLog,
  type RecordedEvent,
  type SeenEvent,
  seenEvent,
} from '@thirty/infra/event-log/event-log.ts'
import type { Document, Projection, RecordedEventOf } from '@thirty/infra/read-models/projection.ts'
import { yieldToEventLoop } from '../../index-scan.ts'
import type { Participant } from '../participant.ts'

/** The documents of a projection at a position. `last` is the last event that was applied, missing before the first. It never changes. */
export type Folded<Doc> = {
  position: bigint
  documents: ReadonlyMap<string, Doc>
  last?: SeenEvent & { at: string }
}

export const nothingFolded = <Doc>(): Folded<Doc> => ({ position: beginning, documents: new Map() })

/** Events of a slice: they are applied in a few milliseconds. */
const sliceSize = 512

type FoldOptions<Doc extends Document, Family extends EventFamily> = {
  log: Pick<EventLog, 'readAll'>
  projection: Projection<Doc, Family>
  /** The documents of the same events up to an earlier position. */
  from: Folded<Doc>
  position: bigint
  /** Called after every slice with the documents up to there, which change with the next slice. */
  onSlice?(folded: Folded<Doc>): void
}

/**
 * Returns the documents of a projection at a position from those at an earlier one. Other tasks run between slices. Throws the error of
 * the projection for an event that it cannot apply, and the errors of the log.
 */
export async function foldLog<Doc extends Document, Family extends EventFamily>({
  log,
  projection,
  from,
  position,
  onSlice,
}: FoldOptions<Doc, Family>): Promise<Folded<Doc>> {
  const documents = new Map(from.documents)
  let { last } = from
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
    if (newest) {
      last = { ...seenEvent(newest), at: newest.at }
      onSlice?.({ position: newest.position, documents, last })
    }
    await yieldToEventLoop()
  }
  return { position, documents, ...(last && { last }) }
}

function applyEvent<Doc extends Document, Family extends EventFamily>(
  projection: Projection<Doc, Family>,
  documents: Map<string, Doc>,
  event: RecordedEvent,
): void {
  if (!isHandledBy(projection, event)) return
  const documentOf = (id: string) => documents.get(id)
  for (const id of projection.documentIds(event)) {
    const before = documents.get(id)
    const after = projection.evolve(before, event, id, documentOf)
    if (after === undefined) documents.delete(id)
    else if (after !== before) documents.set(id, after)
  }
}

const isHandledBy = <Doc extends Document, Family extends EventFamily>(
  { events }: Projection<Doc, Family>,
  event: RecordedEvent,
): event is RecordedEventOf<Family> => events === undefined || isEventOf(events, event)

/**
 * A leaderboard at a position. `lineage` is the key of its history there; `bytes` is the approximate memory that it needs beside
 * the board from which it was folded. It never changes.
 */
export type PastBoard = Folded<Participant> & { lineage: string; bytes: number }

export const emptyBoard: PastBoard = { ...nothingFolded(), lineage: '', bytes: 1 }

/** Approximate bytes in memory: of a participant, of an entry of the history, and of a project. */
const [participantBytes, standingBytes, projectBytes] = [500, 110, 260]

/** Returns the approximate memory of documents that another board does not have. */
export function bytesBeside(
  { documents }: Pick<PastBoard, 'documents'>,
  other: Pick<PastBoard, 'documents'>,
): number {
  let bytes = 1
  for (const [id, participant] of documents) {
    const before = other.documents.get(id)
    // An entry of the map.
    bytes += 60
    if (before === participant) continue
    const { projects, history } = participant
    let own = 0
    for (const [index, project] of projects.entries()) if (project !== before?.projects[index]) own += 1
    bytes += participantBytes + history.length * standingBytes + projects.length * 8 + own * projectBytes
  }
  return bytes
}
