import { LogUnavailable, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import { StoreUnavailable, type ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import type { Scheduler } from '@thirty/infra/scheduler.ts'
import { aroundStore } from '@thirty/projections/testing/runner/around-store.ts'
import { gatedLog, gatedStore, type Gate } from '@thirty/projections/testing/runner/gate.ts'

/** What is wrong between a process and its stores. */
export type Faults = {
  /** `refuses`: every call fails, and nothing is stored. `loses answers`: appends are stored, and their callers are told that they failed. */
  log: 'works' | 'refuses' | 'loses answers'
  store: 'works' | 'refuses'
  /** Milliseconds that an append and a commit take. */
  delayMs: number
  /** Milliseconds by which the clock of the process is ahead. */
  aheadMs: number
}

export const noFaults: Faults = { log: 'works', store: 'works', delayMs: 0, aheadMs: 0 }

type Surroundings = { faults: Faults; gate: Gate; time: Scheduler }

const wait = ({ faults, time }: Surroundings) =>
  new Promise<void>((resolve) =>
    faults.delayMs === 0 ? resolve() : void time.after(faults.delayMs, resolve),
  )

/** Returns the log as a process with faults reaches it. */
export function faultyLog(log: EventLog, surroundings: Surroundings): EventLog {
  const { faults, gate } = surroundings
  const reach = async (): Promise<void> => {
    await gate.pass()
    if (faults.log === 'refuses') throw new LogUnavailable('The log cannot be reached.')
  }
  const gated = gatedLog(log, gate)
  return {
    ...log,
    ...gated,
    append: async (stream, events, expected) => {
      await reach()
      await wait(surroundings)
      await reach()
      const result = await log.append(stream, events, expected)
      await gate.pass()
      if (faults.log === 'loses answers') throw new LogUnavailable('The outcome is unknown.')
      return result
    },
    read: async function* read(stream, from) {
      await reach()
      yield* log.read(stream, from)
    },
    readAll: async function* readAll(range) {
      await reach()
      yield* gated.readAll(range)
    },
    head: async () => {
      await reach()
      return log.head()
    },
  }
}

/** Returns the store of read models as a process with faults reaches it. */
export const faultyStore = (store: ReadModelStore, surroundings: Surroundings): ReadModelStore =>
  aroundStore(gatedStore(store, surroundings.gate), async (run, { method }) => {
    const reach = (): void => {
      if (surroundings.faults.store === 'refuses') throw new StoreUnavailable('The store cannot be reached.')
    }
    reach()
    if (method === 'commit') await wait(surroundings)
    reach()
    return run()
  })
