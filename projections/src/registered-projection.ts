import type { EventFamily } from '@thirty/contracts/events/event-definition.ts'
import type { Document, Projection, RecordedEventOf } from '@thirty/infra/read-models/read-models.ts'
import type { AnyLiveUpdate, LiveUpdate } from './live-update.ts'

/** What one event did to one document of a view. */
export type DocumentChange<Doc extends Document = Document, Family extends EventFamily = EventFamily> = {
  event: RecordedEventOf<Family>
  id: string
  before: Doc | undefined
  after: Doc | undefined
}

/** A view, and who hears what when one of its documents changes. */
export type RegisteredProjection<
  Doc extends Document = Document,
  Family extends EventFamily = EventFamily,
  Update extends AnyLiveUpdate = AnyLiveUpdate,
> = {
  projection: Projection<Doc, Family>
  /** News of a change that has just been stored. Never asked about events that were there before the start. */
  liveUpdates?(change: DocumentChange<Doc, Family>): readonly Update[]
}

type LiveUpdates<Doc extends Document, Family extends EventFamily, Update> = (
  change: DocumentChange<Doc, Family>,
) => readonly Update[]

/** The news of two slices, of which each has something to say about the changes of one view. */
export const combineLiveUpdates =
  <Doc extends Document, Family extends EventFamily, Update>(
    one: LiveUpdates<Doc, Family, Update>,
    other: LiveUpdates<Doc, Family, Update>,
  ): LiveUpdates<Doc, Family, Update> =>
  (change) => [...one(change), ...other(change)]

/** A projection of the product: its live updates are checked against the messages of contracts. */
export type ProductProjection = RegisteredProjection<Document, EventFamily, LiveUpdate>
