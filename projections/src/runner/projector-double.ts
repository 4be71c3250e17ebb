import type { Batch, EventLog, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { steppedTime } from '@thirty/infra/scheduler-double.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import { memoryViews } from '@thirty/infra/views/memory.ts'
import type { Commit, Frame, ViewStore } from '@thirty/infra/views/views.ts'
import type { Failure } from './care.ts'
import { logDouble } from '../log-double.ts'
import type { Projection } from '../projection.ts'
import { startProjections, type Projections } from './runner.ts'

/** A process that can be made to stand still between any two things it does. */
export type ProjectorDouble = Projections & {
  name: string
  failures: Failure[]
  /** Names of the views that it feeds. */
  leads(): string[]
  /** Nothing of it goes on: what it asked for is answered when it wakes, what it was about to ask is asked then. */
  stall(): void
  wake(): void
}

export type TeamOptions = {
  projections: readonly Projection[]
  /** Puts something between all projectors and their store. */
  wrap?: (store: ViewStore) => ViewStore
}

/** Projectors over one log and one store, in a time that stands still until it is told to pass. */
export function teamOf({ projections, wrap = (store) => store }: TeamOptions) {
  const time = steppedTime()
  const log = logDouble()
  const frames: Frame[] = []
  const commits: (Commit & { by: string; at: number })[] = []
  const publish = (room: string, message: string, payload: unknown) =>
    void frames.push({ room, message, payload })
  const memory = memoryViews({ live: { publish }, clock: time.now })
  const started: ProjectorDouble[] = []

  const start = (name = `p${started.length}`, given = projections): ProjectorDouble => {
    const gate = gateOf()
    const failures: Failure[] = []
    const noted: ViewStore = {
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
      lead: 'share',
      owner: name,
      onFailure: (failure) => void failures.push(failure),
      scheduler: gatedTime(time, gate),
      monotonic: time.now,
      batch: 3,
    })
    const leads = () => runner.positions().map(({ view }) => view.name)
    const one = { ...runner, name, failures, leads, stall: gate.shut, wake: gate.open }
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

function gatedStore(store: ViewStore, gate: Gate): ViewStore {
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
    live: gated(store.live),
    begin: gated(store.begin),
    goLive: gated(store.goLive),
    load: async (view, ids) => {
      await gate.pass()
      return store.load(view, ids)
    },
    commit: gated(store.commit),
    lead: gated(store.lead),
    resign: gated(store.resign),
    attend: gated(store.attend),
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
