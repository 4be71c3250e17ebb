import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Document, View } from '@thirty/infra/views/views.ts'
import type { Announcement } from './gather.ts'

/** What one event did to one document of a view. */
export type Change<Doc extends Document = Document> = {
  event: RecordedEvent
  id: string
  before: Doc | undefined
  after: Doc | undefined
}

/** A view, and who hears what when one of its documents changes. */
export type Projection<Doc extends Document = Document> = {
  view: View<Doc>
  /** News of a change that has just been stored. Never asked about events that were there before the start. */
  announce?(change: Change<Doc>): readonly Announcement[]
}

type Announce<Doc extends Document> = (change: Change<Doc>) => readonly Announcement[]

/** The news of two slices, of which each has something to say about the changes of one view. */
export const both =
  <Doc extends Document>(one: Announce<Doc>, other: Announce<Doc>): Announce<Doc> =>
  (change) => [...one(change), ...other(change)]
