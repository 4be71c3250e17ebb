import type { Batch, EventLog, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import type { Commit, LiveMessage, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { ProjectionFailure } from '@thirty/projections/runner/retries.ts'
import { fakeEventLog } from '../fake-event-log.ts'
import { aroundStore } from './around-store.ts'
import type { RegisteredProjection } from '@thirty/projections/registered-projection.ts'
import { startProjections, type RunningProjections } from '@thirty/projections/runner/start-projections.ts'

/** A projector process that can be stalled before and after any call of its log or store. */
export type FakeProjector = RunningProjections & {
  name: string
  failures: ProjectionFailure[]
  /** Names of the projections that it runs. */
  runningProjections(): string[]
  /** Suspends the process: pending and further calls, and its timers, continue when it wakes. */
  stall(): void
  wake(): void
}

export type ProjectorClusterOptions = {
  projections: readonly RegisteredProjection[]
  /** Wraps the store of all projectors. */
  wrapStore?: (store: ReadModelStore) => ReadModelStore
  maxBufferedDocuments?: number | undefined
}

/** Projectors that share one log and one store, with a fake clock. */
export function projectorCluster({
  projections,
  wrapStore = (store) => store,
  maxBufferedDocuments,
}: ProjectorClusterOptions) {
  const time = fakeScheduler()
  const log = fakeEventLog()
  const messages: LiveMessage[] = []
  const commits: (Commit & { by: string; at: number })[] = []
  const publish = (room: string, message: string, payload: unknown) =>
    void messages.push({ room, message, payload })
  const memory = memoryReadModelStore({ live: { publish }, clock: time.now })
  const started: FakeProjector[] = []

  const start = (
    name = `p${started.length}`,
    ownProjections = projections,
    assignment: 'lead' | 'take-over' = 'lead',
  ): FakeProjector => {
    const gate = createGate()
    const failures: ProjectionFailure[] = []
    const recording: ReadModelStore = {
      ...memory,
      commit: async (commit) => {
        await memory.commit(commit)
        commits.push({ ...commit, by: name, at: time.now() })
      },
    }
    const runner = startProjections({
      log: { ...log, ...gatedLog(log, gate) },
      store: gatedStore(wrapStore(recording), gate),
      projections: ownProjections,
      assignment,
      owner: name,
      onFailure: (failure) => void failures.push(failure),
      scheduler: gatedTime(time, gate),
      monotonic: time.now,
      batch: 3,
      ...(maxBufferedDocuments !== undefined && { maxBufferedDocuments }),
    })
    const runningProjections = () => runner.positions().map(({ readModel }) => readModel.name)
    const projector = { ...runner, name, failures, runningProjections, stall: gate.shut, wake: gate.open }
    started.push(projector)
    return projector
  }

  /** Stops all projectors, including stalled ones. */
  const end = async () => {
    for (const projector of started) projector.wake()
    await Promise.all(started.splice(0).map((projector) => projector.stop()))
  }
  return { time, log, memory, messages, commits, start, end }
}

/** Suspends calls while it is shut. */
export type Gate = {
  shut(): void
  open(): void
  isShut(): boolean
  /** Resolves while the gate is open. */
  pass(): Promise<void>
  /** Calls `run` when the gate is opened. */
  whenOpened(run: () => void): void
}

/** Creates a gate that is open. */
export function createGate(): Gate {
  let opened = Promise.withResolvers<void>()
  let isShut = false
  const waiting: (() => void)[] = []
  opened.resolve()
  return {
    isShut: () => isShut,
    pass: () => opened.promise,
    whenOpened: (run) => void waiting.push(run),
    shut: () => {
      if (!isShut) opened = Promise.withResolvers()
      isShut = true
    },
    open: () => {
      isShut = false
      opened.resolve()
      for (const run of waiting.splice(0)) run()
    },
  }
}

/** Timers of a stalled process fire when it wakes. */
export const gatedTime = (time: Scheduler, gate: Gate): Scheduler => ({
  now: time.now,
  after: (milliseconds, run) => {
    let isCancelled = false
    const fire = () => {
      if (!isCancelled) run()
    }
    const cancel = time.after(milliseconds, () => (gate.isShut() ? gate.whenOpened(fire) : fire()))
    return () => {
      isCancelled = true
      cancel()
    }
  },
})

/** Suspends what projectors ask of a store. */
export const gatedStore = (store: ReadModelStore, gate: Gate): ReadModelStore =>
  aroundStore(store, async (run) => {
    await gate.pass()
    try {
      return await run()
    } finally {
      await gate.pass()
    }
  })

type GatedMethods = 'subscribe' | 'readAll' | 'head' | 'compareEvent'

/** Suspends what projectors ask of a log. */
export const gatedLog = (log: EventLog, gate: Gate): Pick<EventLog, GatedMethods> => ({
  subscribe: (range) => gatedEach<Batch>(log.subscribe(range), gate),
  readAll: (range) => gatedEach<readonly RecordedEvent[]>(log.readAll(range), gate),
  head: async () => {
    await gate.pass()
    return log.head()
  },
  compareEvent: async (event) => {
    await gate.pass()
    return log.compareEvent(event)
  },
})

async function* gatedEach<Item>(items: AsyncIterable<Item>, gate: Gate): AsyncIterable<Item> {
  for await (const item of items) {
    await gate.pass()
    yield item
  }
}
