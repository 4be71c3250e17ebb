// Suspends a process: its pending and further calls of its log and its store, and its timers, continue when it wakes.

import type { Batch, EventLog, RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import { aroundStore } from './around-store.ts'

export type Gate = ReturnType<typeof createGate>

/** Creates a gate that is open. It suspends calls while it is shut. */
export function createGate() {
  let opened = Promise.withResolvers<void>()
  let isShut = false
  const waiting: (() => void)[] = []
  opened.resolve()
  return {
    isShut: () => isShut,
    /** Resolves while the gate is open. */
    pass: () => opened.promise,
    whenOpened: (run: () => void) => void waiting.push(run),
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
  ...time,
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

/** Suspends what a process asks of a store. */
export const gatedStore = <Store extends ReadModelStore>(store: Store, gate: Gate): Store =>
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
