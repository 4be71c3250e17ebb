import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Projection } from '@thirty/infra/read-models/read-models.ts'
import type { FakeEventLog } from '../fake-event-log.ts'

export type Diary = { entries: string[] }

/** Records every event of a stream, so that a missing or duplicate one is visible: its position, or what `entryOf` returns. */
export const diary = (
  name: string,
  entryOf = ({ position }: RecordedEvent) => `${position}`,
): Projection<Diary> => ({
  name,
  version: 1,
  streams: ['project-'],
  documentIds: (event) => [event.stream],
  evolve: (document, event) => ({ entries: [...(document?.entries ?? []), entryOf(event)] }),
  indexEntries: ({ entries }) => ({ length: { score: entries.length } }),
})

/** The documents of a diary after every event of the log was applied once, in order. */
export async function expectedDiaries(
  { evolve }: Projection<Diary>,
  log: FakeEventLog,
): Promise<ReadonlyMap<string, Diary | undefined>> {
  const documents = new Map<string, Diary | undefined>()
  for await (const events of log.readAll())
    for (const event of events)
      documents.set(
        event.stream,
        evolve(documents.get(event.stream), event, event.stream, () => undefined),
      )
  return documents
}
