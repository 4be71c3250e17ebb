// Projection runners over a log and a store in memory, with a fake clock, and what they do.

import { fakeScheduler, flushPromises } from '@thirty/infra/testing/fake-scheduler.ts'
import { memoryReadModelStore, type MemoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import type { EventLog, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Commit, LiveMessage, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { Document, Projection } from '@thirty/infra/read-models/projection.ts'
import { keysOf, type RegisteredProjection } from '@thirty/projections/registered-projection.ts'
import type { ProjectionFailure } from '@thirty/projections/runner/retries.ts'
import {
  releaseOf,
  startProjections,
  type StartProjectionsOptions,
} from '@thirty/projections/runner/start-projections.ts'
import { compareReadModel } from '@thirty/projections/self-check/compare.ts'
import { onTestFinished } from 'vitest'
import { fakeEventLog, type FakeEventLog } from '../fake-event-log.ts'
import { beforeCalls, type StoreCall } from './around-store.ts'
import { createGate, gatedLog, gatedStore, gatedTime } from './gate.ts'

export type EventCount = { count: number; last: string }

/** A projection that counts the events of each stream, and deletes the count at an event `Removed`. */
export const countingProjection = (
  name = 'tally',
  { version = 1, streams = ['project-'] }: { version?: number; streams?: readonly string[] } = {},
): Projection<EventCount> => ({
  name,
  version,
  streams,
  documentIds: (event) => [event.stream],
  evolve: (document, event) =>
    event.type === 'Removed' ? undefined : { count: (document?.count ?? 0) + 1, last: event.type },
  indexEntries: (document) => ({ count: { score: document.count } }),
})

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

/** Publishes every change to the room `all`: the names of the projection and the event type, and the position. */
export const withLiveUpdates = <Doc extends Document>(
  projection: Projection<Doc>,
): RegisteredProjection<Doc> => ({
  projection,
  liveUpdates: ({ event: { type, position } }) => [
    { room: 'all', message: type, item: `${projection.name} ${position}` },
  ],
})

/** The projection that counts events, with live updates. */
export const tally = (name = 'tally', version = 1): RegisteredProjection<EventCount> =>
  withLiveUpdates(countingProjection(name, { version }))

/** Compares a read model with a fold of the log: its documents, and the entries and figures of its indexes. */
export const compareWithLog = (projection: Projection, store: ReadModelStore, log: EventLog) =>
  compareReadModel(projection, { store, log, pace: () => Promise.resolve() })

/** A log that counts how many subscriptions are open, and how many events they were sent. */
export function countingLog() {
  const log = fakeEventLog()
  const reading = { subscriptions: 0, events: 0 }
  const subscribe: typeof log.subscribe = async function* subscribe(subscription) {
    reading.subscriptions += 1
    try {
      for await (const batch of log.subscribe(subscription)) {
        reading.events += batch.events.length
        yield batch
      }
    } finally {
      reading.subscriptions -= 1
    }
  }
  return { log: { ...log, subscribe }, reading }
}

/** A process that runs projections. */
export type FakeProjector = ReturnType<ReturnType<typeof setUpRunner>['start']>

export type RunnerSetupOptions = Pick<StartProjectionsOptions, 'maxBufferedDocuments'> & {
  log?: FakeEventLog
  /** Wraps the store of all projectors. */
  wrapStore?: (store: MemoryReadModelStore) => MemoryReadModelStore
  /** Whether processes share the store, so that one of them leads; otherwise one builds all read models alone. */
  isShared?: boolean
}

/** `owner`: the name of the process. */
type StartOptions = Partial<StartProjectionsOptions> & { owner?: string }

/** Sets up processes that share a log and a store. They stop with their test. */
export function setUpRunner(
  projections: readonly RegisteredProjection[] = [tally()],
  {
    log = fakeEventLog(),
    wrapStore = (store) => store,
    isShared = false,
    ...others
  }: RunnerSetupOptions = {},
) {
  const time = fakeScheduler()
  const fault: { before?: (call: StoreCall) => unknown } = {}
  const messages: LiveMessage[] = []
  const commits: (Commit & { by: string; at: number })[] = []
  const failures: ProjectionFailure[] = []
  const outages: { projection: string | undefined; error?: unknown }[] = []
  const processes: { wake(): void; stop(): Promise<void> }[] = []
  const publish = (room: string, message: string, payload: unknown) =>
    void messages.push({ room, message, payload })
  const memory = memoryReadModelStore({ live: { publish }, clock: time.now })

  /** Starts a process. Its name is the owner of its leases. */
  const start = ({ owner: name = `p${processes.length}`, ...options }: StartOptions = {}) => {
    const own = options.projections ?? projections
    const gate = createGate()
    const ownFailures: ProjectionFailure[] = []
    const commit = async (step: Commit) => {
      await memory.commit(step)
      commits.push({ ...step, by: name, at: time.now() })
    }
    const runner = startProjections({
      log: { ...log, ...gatedLog(log, gate) },
      store: gatedStore(beforeCalls((call) => fault.before?.(call))(wrapStore({ ...memory, commit })), gate),
      projections,
      ...(isShared && { shared: { owner: name, release: releaseOf(keysOf(own)) } }),
      onFailure: (failure) => {
        ownFailures.push(failure)
        failures.push(failure)
      },
      onStoreOutage: (outage) => void outages.push(outage),
      scheduler: gatedTime(time, gate),
      batch: 3,
      ...others,
      ...options,
    })
    const runningProjections = () => runner.positions().map(({ readModel }) => readModel.name)
    const process = {
      ...runner,
      name,
      failures: ownFailures,
      runningProjections,
      /** Suspends the process: pending and further calls of its log and store, and its timers, continue when it wakes. */
      stall: gate.shut,
      wake: gate.open,
    }
    processes.push(process)
    return process
  }
  /** Starts a process, and returns it once it is ready. */
  const started = async (options?: StartOptions) => {
    const process = start(options)
    await process.ready
    // A leader acquires its leases first.
    for (let turn = 0; turn < 10; turn++) await flushPromises()
    return process
  }
  /** Stops all processes, including stalled ones. */
  const end = async () => {
    for (const process of processes) process.wake()
    // A process that waits for a store stops after three seconds.
    await Promise.all([...processes.splice(0).map((process) => process.stop()), time.advance(3_000)])
  }
  onTestFinished(end)
  const counts = async (name = 'tally', ids = ['project-a', 'project-b'], version = 1) => {
    const documents = await memory.load<EventCount>({ name, version }, ids)
    return documents.map((document) => document?.count)
  }
  return {
    log,
    time,
    memory,
    /** `before` is called ahead of each call of a store; it may wait or throw. */
    fault,
    messages,
    commits,
    failures,
    outages,
    start,
    started,
    end,
    counts,
    /** The count of the stream `project-a`. */
    count: async (name?: string, version?: number) => (await counts(name, ['project-a'], version))[0],
    addEvents: (times = 1, type = 'Happened') => {
      for (let index = 0; index < times; index++) log.add('project-a', type)
    },
    /** The items of all live updates. */
    sentItems: () => messages.flatMap(({ payload }) => (payload as { items?: string[] }).items ?? []),
    /** How often clients were told to load anew. */
    resyncs: () => messages.filter(({ message }) => message === 'news.missed').length,
    /** Lets a call of the store take this long. */
    pause: (milliseconds: number) => new Promise<void>((resolve) => void time.after(milliseconds, resolve)),
  }
}

/** Sets up processes of which one leads. */
export const setUpCluster = (
  projections: readonly RegisteredProjection[] = [tally()],
  options: Omit<RunnerSetupOptions, 'isShared'> = {},
) => setUpRunner(projections, { isShared: true, ...options })
