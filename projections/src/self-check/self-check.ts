// Compares read models with the log on a schedule and on request, as `compare.ts` does, and rebuilds read models that differ. A read model
// that a fault has changed would stay wrong until its next rebuild, without anybody noticing. The process that builds a read model checks
// it, since only that process may rebuild it. It needs the memory of the largest read model once more.

import { repeat, type Scheduler } from '@thirty/infra/scheduler.ts'
import { concurrencyLimit } from '@thirty/infra/concurrency-limit.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { ReadModelNotBuilt } from '@thirty/infra/read-models/read-models.ts'
import type { Projection } from '@thirty/infra/read-models/projection.ts'
import { compareReadModel, type ComparedStore, type Comparison, type Pace } from './compare.ts'

export type SelfCheckOptions = {
  log: Pick<EventLog, 'readAll'>
  store: ComparedStore
  /**
   * Returns the projections that run in this process and are caught up with their live builds. With a shared store a
   * process runs a projection under a lease, so one process checks it and may rebuild it.
   */
  projections(): readonly Projection[]
  /** Rebuilds a read model beside the live build and switches over. Resolves to false if it did not switch. */
  rebuild(name: string): Promise<boolean>
  /** Milliseconds between two checks; 0: only on request. */
  intervalMs: number
  scheduler: Scheduler
  /** `heals`: the read model is rebuilt after this call if it differs. */
  onChecked?(comparison: Comparison, heals: boolean): void
  /** Called after the rebuild of a read model that differed. */
  onHealed?(comparison: Comparison, isHealed: boolean): void
  /** Called when a read model could not be compared or rebuilt. It is compared again at the next check. */
  onFailure(projection: string, error: unknown): void
}

/** A checked read model. `isHealed` is missing if there was nothing to heal. */
export type CheckedReadModel = Comparison & { isHealed?: boolean }

export type RunningSelfCheck = ReturnType<typeof startSelfCheck>

type CheckOptions = {
  heals?: boolean
  onProgress?(progress: { readModel: string; done: bigint; total: bigint }): void
  /** Called beside that of the self-check. */
  onFailure?: SelfCheckOptions['onFailure']
}

/** The first check comes soon after the start, or processes that restart every day would never check anything. */
const firstCheckMs = 15 * 60_000

/** Compares the read models of this process with the log on a schedule, and rebuilds read models that differ. */
export function startSelfCheck(options: SelfCheckOptions) {
  const { log, store, scheduler, intervalMs } = options
  // Without a schedule somebody waits for every check.
  const rest = intervalMs === 0 ? 0 : 1
  const stopped = new AbortController()
  const problems = new Map<string, string>()
  const inTurn = concurrencyLimit({ maxConcurrent: 1, maxQueued: Infinity })

  const heal = async (comparison: Comparison): Promise<boolean> => {
    const { name } = comparison.readModel
    problems.set(name, `${name} differs from the log and is being rebuilt.`)
    const isHealed = await options.rebuild(name).catch((error: unknown) => {
      options.onFailure(name, error)
      return false
    })
    if (isHealed) problems.delete(name)
    else problems.set(name, `${name} differs from the log and could not be rebuilt.`)
    options.onHealed?.(comparison, isHealed)
    return isHealed
  }

  const checkOne = async (projection: Projection, { heals = true, onProgress, onFailure }: CheckOptions) => {
    const { name } = projection
    try {
      const comparison = await compareReadModel(projection, {
        store,
        log,
        pace: createPace(scheduler, rest, stopped.signal),
        onProgress: (done, total) => onProgress?.({ readModel: name, done, total }),
      })
      if (comparison === undefined) return undefined
      options.onChecked?.(comparison, heals)
      if (comparison.differences.length === 0) problems.delete(name)
      else if (heals) return { ...comparison, isHealed: await heal(comparison) }
      return comparison
    } catch (error) {
      if (stopped.signal.aborted) throw error
      // A replaced build is a new one: the next check compares it.
      if (error instanceof ReadModelNotBuilt) return undefined
      options.onFailure(name, error)
      onFailure?.(name, error)
      return undefined
    }
  }

  const checkAll = async (checkOptions: CheckOptions): Promise<readonly CheckedReadModel[]> => {
    const checked: CheckedReadModel[] = []
    // One after the other: the fold of a read model takes as much memory as the read model.
    for (const projection of options.projections()) {
      const result = await checkOne(projection, checkOptions)
      if (result) checked.push(result)
    }
    // A read model that another process runs now is that one's problem.
    const names = new Set(options.projections().map(({ name }) => name))
    for (const name of problems.keys()) if (!names.has(name)) problems.delete(name)
    return checked
  }

  /**
   * Compares all read models that run here now, after a check that is under way. `heals: false` only compares. Read models
   * that cannot be compared are left out. Throws when the self-check is stopped.
   */
  const check = (checkOptions: CheckOptions = {}): Promise<readonly CheckedReadModel[]> =>
    inTurn(() => checkAll(checkOptions))

  const onSchedule = async () => {
    await check().catch(() => undefined)
    return intervalMs
  }
  const stopSchedule =
    intervalMs === 0
      ? async () => undefined
      : repeat(scheduler, onSchedule, Math.min(intervalMs, firstCheckMs))

  return {
    check,
    /** A sentence for each read model that differs from the log and could not be rebuilt. */
    problems: (): readonly string[] => [...problems.values()],
    /** Ends the schedule and a check that is under way. */
    stop: async () => {
      stopped.abort()
      await stopSchedule()
      await inTurn(async () => undefined)
    },
  }
}

/** Milliseconds of work before the next rest. */
const sliceMs = 5

/**
 * Creates the pace of one piece of work, so that it never holds the event loop much longer than `sliceMs`: it resolves at once until the work
 * has taken that long, and then when the rest of the process had its turn. Throws the reason of an aborted signal. `rest`: milliseconds of
 * rest for each millisecond of work; with 1, the work takes at most half of the time.
 */
function createPace({ monotonic, after }: Scheduler, rest: number, signal: AbortSignal): Pace {
  let sliceBegan = monotonic()
  return async () => {
    signal.throwIfAborted()
    const worked = monotonic() - sliceBegan
    if (worked < sliceMs) return
    await new Promise<void>((resolve) => after(worked * rest, resolve))
    signal.throwIfAborted()
    sliceBegan = monotonic()
  }
}
