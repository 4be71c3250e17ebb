import type { Batch, EventLog, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import { memoryReadModelStore } from '@thirty/infra/read-models/memory.ts'
import type { Commit, LiveMessage, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { ProjectionFailure } from '@thirty/projections/runner/retry-policy.ts'
import { fakeEventLog } from '../fake-event-log.ts'
import type { RegisteredProjection } from '@thirty/projections/registered-projection.ts'
import { startProjections, type RunningProjections } from '@thirty/projections/runner/start-projections.ts'

/** A process that can be made to stand still between any two things it does. */
export type FakeProjector = RunningProjections & {
  name: string
  failures: ProjectionFailure[]
  /** Names of the views that it feeds. */
  runningProjections(): string[]
  /** Nothing of it goes on: what it asked for is answered when it wakes, what it was about to ask is asked then. */
  stall(): void
  wake(): void
}

export type ProjectorClusterOptions = {
  projections: readonly RegisteredProjection[]
  /** Puts something between all projectors and their store. */
  wrapStore?: (store: ReadModelStore) => ReadModelStore
  maxBufferedDocuments?: number | undefined
}

/** Projectors over one log and one store, in a time that stands still until it is told to pass. */
export function projectorCluster({
  projections,
  wrapStore: wrap = (store) => store,
  maxBufferedDocuments,
}: ProjectorClusterOptions) {
  const time = fakeScheduler()
  const log = fakeEventLog()
  const frames: LiveMessage[] = []
  const commits: (Commit & { by: string; at: number })[] = []
  const publish = (room: string, message: string, payload: unknown) =>
    void frames.push({ room, message, payload })
  const memory = memoryReadModelStore({ live: { publish }, clock: time.now })
  const started: FakeProjector[] = []

  const start = (name = `p${started.length}`, given = projections): FakeProjector => {
    const gate = gateOf()
    const failures: ProjectionFailure[] = []
    const noted: ReadModelStore = {
      ...memory,
      commit: async (commit) => {
        await memory.commit(commit)
        commits.push({ ...commit, by: name, at: time.now() })
      },
    }
    const runner = startProjections({
      log: { ...log, ...gatedLog(log, gate) },
      store: gatedStore(wrap(noted), gate),
      projections: given,
      assignment: 'share',
      owner: name,
      onFailure: (failure) => void failures.push(failure),
      scheduler: gatedTime(time, gate),
      monotonic: time.now,
      batch: 3,
      ...(maxBufferedDocuments !== undefined && { maxBufferedDocuments }),
    })
    const leads = () => runner.positions().map(({ readModel: view }) => view.name)
    const one = { ...runner, name, failures, runningProjections: leads, stall: gate.shut, wake: gate.open }
    started.push(one)
    return one
  }

  /** Ends everybody, also those who stand still. */
  const end = async () => {
    for (const one of started) one.wake()
    await Promise.all(started.splice(0).map((one) => one.stop()))
  }
  return { time, log, memory, frames, commits, start, end }
}

type Gate = {
  shut(): void
  open(): void
  isShut(): boolean
  pass(): Promise<void>
  later(run: () => void): void
}

function gateOf(): Gate {
  let opened = Promise.withResolvers<void>()
  let isShut = false
  let waiting: (() => void)[] = []
  opened.resolve()
  return {
    isShut: () => isShut,
    pass: () => opened.promise,
    later: (run) => void waiting.push(run),
    shut: () => {
      if (!isShut) opened = Promise.withResolvers()
      isShut = true
    },
    open: () => {
      isShut = false
      opened.resolve()
      for (const run of waiting.splice(0)) run()
      waiting = []
    },
  }
}

/** Timers of a process that stands still ring when it wakes. */
const gatedTime = (time: Scheduler, gate: Gate): Scheduler => ({
  now: time.now,
  after: (milliseconds, run) => {
    let isCalledOff = false
    const ring = () => {
      if (!isCalledOff) run()
    }
    const callOff = time.after(milliseconds, () => (gate.isShut() ? gate.later(ring) : ring()))
    return () => {
      isCalledOff = true
      callOff()
    }
  },
})

function gatedStore(store: ReadModelStore, gate: Gate): ReadModelStore {
  const gated =
    <Given extends unknown[], Answer>(ask: (...given: Given) => Promise<Answer>) =>
    async (...given: Given): Promise<Answer> => {
      await gate.pass()
      try {
        return await ask(...given)
      } finally {
        await gate.pass()
      }
    }
  return {
    ...store,
    liveBuild: gated(store.liveBuild),
    beginBuild: gated(store.beginBuild),
    activate: gated(store.activate),
    load: async (view, ids) => {
      await gate.pass()
      return store.load(view, ids)
    },
    commit: gated(store.commit),
    acquireLease: gated(store.acquireLease),
    releaseLease: gated(store.releaseLease),
    announceWorker: gated(store.announceWorker),
    drop: gated(store.drop),
  }
}

const gatedLog = (log: EventLog, gate: Gate): Pick<EventLog, 'subscribe' | 'readAll' | 'head'> => ({
  subscribe: (range) => gatedEach<Batch>(log.subscribe(range), gate),
  readAll: (range) => gatedEach<readonly RecordedEvent[]>(log.readAll(range), gate),
  head: async () => {
    await gate.pass()
    return log.head()
  },
})

async function* gatedEach<Item>(items: AsyncIterable<Item>, gate: Gate): AsyncIterable<Item> {
  for await (const item of items) {
    await gate.pass()
    yield item
  }
}
