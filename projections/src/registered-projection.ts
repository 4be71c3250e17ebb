import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Document, Projection } from '@thirty/infra/read-models/read-models.ts'
import type { LiveUpdate } from './batch-updates.ts'

/** What one event did to one document of a view. */
export type DocumentChange<Doc extends Document = Document> = {
  event: RecordedEvent
  id: string
  before: Doc | undefined
  after: Doc | undefined
}

/** A view, and who hears what when one of its documents changes. */
export type RegisteredProjection<Doc extends Document = Document> = {
  projection: Projection<Doc>
  /** News of a change that has just been stored. Never asked about events that were there before the start. */
  liveUpdates?(change: DocumentChange<Doc>): readonly LiveUpdate[]
}

type Announce<Doc extends Document> = (change: DocumentChange<Doc>) => readonly LiveUpdate[]

/** The news of two slices, of which each has something to say about the changes of one view. */
export const combineLiveUpdates =
  <Doc extends Document>(one: Announce<Doc>, other: Announce<Doc>): Announce<Doc> =>
  (change) => [...one(change), ...other(change)]
