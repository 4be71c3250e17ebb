// Events of specs as the log records them, and what projections make of them.

import { evolveChallenge, initialChallenge } from '@thirty/contracts/challenge/challenge-state.ts'
import { challengeEvents } from '@thirty/contracts/challenge/events.ts'
import { currentRun } from '@thirty/contracts/challenge/history.ts'
import { isEventOf, type EventFamily } from '@thirty/contracts/events/event-definition.ts'
import { beginning, type RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { Document, Projection, RecordedEventOf } from '@thirty/infra/read-models/projection.ts'
import type { DocumentChange } from '@thirty/projections/registered-projection.ts'
import { defaultTime, type GivenEvent } from './event-builders.ts'

/**
 * Returns events as the log records them, at positions 10, 20, 30, …; `after` is the number of events before them. Unlike
 * in the log, revisions count the events of all streams.
 */
export function recordedEvents(given: readonly GivenEvent[], after = 0): RecordedEvent[] {
  return given.map(({ stream, type, data, at = defaultTime, actor, run }, index) => ({
    id: `event-${after + index}`,
    type,
    version: 1,
    stream,
    revision: index,
    position: BigInt((after + index + 1) * 10),
    at,
    data,
    metadata: { correlation: 'spec', ...(actor && { actor }), ...(run && { run }) },
  }))
}

/** Returns the current run of the challenge after some events. */
export const currentRunAfter = (given: readonly GivenEvent[]) =>
  currentRun(
    recordedEvents(given).reduce(
      (state, event) => (isEventOf(challengeEvents, event) ? evolveChallenge(state, event) : state),
      initialChallenge,
    ).runs,
  )

/** Returns the documents of a projection after some events, by id. */
export function documentsAfter<Doc extends Document, Family extends EventFamily>(
  projection: Projection<Doc, Family>,
  given: readonly GivenEvent[],
): Map<string, Doc> {
  return documentsOf(projection, recordedEvents(given))
}

/** Returns the documents of a projection after some events of a log, by id. */
export function documentsOf<Doc extends Document, Family extends EventFamily>(
  projection: Projection<Doc, Family>,
  events: readonly RecordedEvent[],
): Map<string, Doc> {
  const documents = new Map<string, Doc>()
  applyEvents(projection, documents, events)
  return documents
}

/** Returns the changes by the `next` events in the documents of a projection that has applied the `given` ones. */
export function documentChanges<Doc extends Document, Family extends EventFamily>(
  projection: Projection<Doc, Family>,
  given: readonly GivenEvent[],
  next: readonly GivenEvent[],
): DocumentChange<Doc, Family>[] {
  return applyEvents(projection, documentsAfter(projection, given), recordedEvents(next, given.length))
}

function applyEvents<Doc extends Document, Family extends EventFamily>(
  projection: Projection<Doc, Family>,
  documents: Map<string, Doc>,
  events: readonly RecordedEvent[],
): DocumentChange<Doc, Family>[] {
  const isHandled = (event: RecordedEvent): event is RecordedEventOf<Family> =>
    projection.events === undefined || isEventOf(projection.events, event)
  return events.filter(isHandled).flatMap((event) => {
    const ids = projection.documentIds(event)
    const others = (id: string) => {
      if (!ids.includes(id) && !projection.alsoReads?.includes(id))
        throw new Error(`${projection.name} reads ${id}, which the event does not list.`)
      return documents.get(id)
    }
    return ids.map((id) => {
      const before = documents.get(id)
      const after = projection.evolve(before, event, id, others)
      if (after === undefined) documents.delete(id)
      else documents.set(id, after)
      return { event, id, before, after }
    })
  })
}

/** Returns a store in memory with the read models of some projections after the given events. */
export async function storeAfter(
  projections: readonly Projection[],
  given: readonly GivenEvent[],
): Promise<ReadModelStore> {
  const store = memoryReadModelStore({ live: { publish: () => undefined } })
  for (const projection of projections) {
    const documents = documentsAfter(projection, given)
    const upserts = [...documents].map(([id, document]) => ({
      id,
      document,
      indexEntries: projection.indexEntries(document, id),
      texts: projection.texts?.(document, id) ?? [],
      words: projection.words?.(document, id) ?? [],
    }))
    const to = BigInt(given.length * 10)
    const build = await store.beginBuild(projection)
    await store.commit({
      build,
      stepId: projection.name,
      from: beginning,
      to,
      upserts,
      deletes: [],
      messages: [],
    })
    await store.activate(build)
  }
  return store
}
