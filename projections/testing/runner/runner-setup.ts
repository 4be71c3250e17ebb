import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import type {
  Commit,
  LiveMessage,
  Projection,
  ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import { onTestFinished } from 'vitest'
import type { ProjectionFailure, StoreOutage } from '@thirty/projections/runner/retries.ts'
import { fakeEventLog, type FakeEventLog } from '../fake-event-log.ts'
import type { RegisteredProjection } from '@thirty/projections/registered-projection.ts'
import type { StartProjectionsOptions } from '@thirty/projections/runner/projection-runner.ts'
import { startProjections } from '@thirty/projections/runner/start-projections.ts'

export type EventCount = { count: number; last: string }

/** A projection that counts the events of each stream, and deletes the count at an event `Removed`. */
export const countingProjection = (
  name = 'tally',
  streams: readonly string[] = ['project-'],
): Projection<EventCount> => ({
  name,
  version: 1,
  streams,
  documentIds: (event) => [event.stream],
  evolve: (document, event) =>
    event.type === 'Removed' ? undefined : { count: (document?.count ?? 0) + 1, last: event.type },
  indexEntries: (document) => ({ count: { score: document.count } }),
})

/** Like `countingProjection`, but throws at events of type `type`. */
export const poisonedProjection = (name: string, type: string): Projection<EventCount> => ({
  ...countingProjection(name),
  evolve: (document, event, id, others) => {
    if (event.type === type) throw new Error(`cannot apply ${type}`)
    return countingProjection().evolve(document, event, id, others)
  },
})

/** Publishes every change to the room `all`. */
export const withLiveUpdates = (projection: Projection<EventCount>): RegisteredProjection<EventCount> => ({
  projection,
  liveUpdates: ({ event, id, before, after }) => [
    {
      room: 'all',
      message: event.type,
      item: { id, from: before?.count ?? null, to: after?.count ?? null },
    },
  ],
})

/**
 * Sets up a projection runner with a log and a store in memory, and records what it does. Runners stop with their test.
 */
export function setUpRunner(
  projections: readonly RegisteredProjection[],
  options: { log?: EventLog & FakeEventLog; wrap?: (store: ReadModelStore) => ReadModelStore } = {},
) {
  const log = options.log ?? fakeEventLog()
  const messages: LiveMessage[] = []
  const failures: ProjectionFailure[] = []
  const outages: StoreOutage[] = []
  const commits: Commit[] = []
  const time = fakeScheduler()
  const live = {
    publish: (room: string, message: string, payload: unknown) =>
      void messages.push({ room, message, payload }),
  }
  const memory = memoryReadModelStore({ live })
  const activated: string[] = []
  const recording: ReadModelStore = {
    ...memory,
    activate: async (build) => {
      await memory.activate(build)
      activated.push(build.name)
    },
    commit: async (commit) => {
      await memory.commit(commit)
      commits.push(commit)
    },
  }
  const store = options.wrap?.(recording) ?? recording
  const start = (
    batch = 3,
    startOptions: Pick<StartProjectionsOptions, 'maxBufferedDocuments' | 'awaited' | 'hasListeners'> = {},
  ) => {
    const onFailure = (failure: ProjectionFailure) => void failures.push(failure)
    const runner = startProjections({
      log,
      store,
      projections,
      scheduler: time,
      monotonic: time.now,
      onFailure,
      onStoreOutage: (outage) => void outages.push(outage),
      batch,
      ...startOptions,
    })
    onTestFinished(() => runner.stop())
    return runner
  }
  /** Starts a runner, and returns it once it is ready. */
  const started = async (...options: Parameters<typeof start>) => {
    const runner = start(...options)
    await runner.ready
    return runner
  }
  const counts = async (name = 'tally', ids = ['project-a', 'project-b']) => {
    const documents = await memory.load<EventCount>({ name, version: 1 }, ids)
    return documents.map((document) => document?.count)
  }
  const addEvents = (times = 1, type = 'Happened') => {
    for (let index = 0; index < times; index++) log.add('project-a', type)
  }
  const sentItems = () => messages.flatMap(({ payload }) => (payload as { items?: string[] }).items ?? [])
  return {
    log,
    messages,
    failures,
    outages,
    commits,
    activated,
    time,
    memory,
    start,
    started,
    counts,
    addEvents,
    sentItems,
  }
}
