// How the parts of the runner report failures and retry until they are stopped; and `RunnerParts`, what all of them work with.

import { backoffMs, type BackoffLimits, pause, type Scheduler } from '@thirty/infra/scheduler.ts'
import { LogReplaced, type EventLog, type RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { StoreUnavailable, type ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { PoisonEvent } from './build-buffer.ts'

/** The log could not be read. It says nothing about a projection, so it never parks one. */
export class LogNotReadable extends Error {
  override name = 'LogNotReadable'
  constructor(cause: unknown) {
    super('The event log could not be read.', { cause })
  }
}

/** A failure of the runner. `isParked`: the projection stands still, at this event if there is one, until it is tried again. */
export type ProjectionFailure = {
  projection?: string | undefined
  error: unknown
  event?: RecordedEvent
  isParked: boolean
}

export type FailureListeners = {
  onFailure(failure: ProjectionFailure): void
  /** Called when a step of a read model cannot reach the store, and without an error when it can again. Until then it is retried. */
  onStoreOutage?(outage: { projection: string | undefined; error?: unknown }): void
}

/** What every part of the runner works with. */
export type RunnerParts = {
  log: EventLog
  store: ReadModelStore
  /** Most events in a step. A store that blocks all its users during a step needs fewer. */
  batch: number
  retryPolicy: ReturnType<typeof createRetryPolicy>
  scheduler: Scheduler
}

const retryLimits: BackoffLimits = { shortest: 50, longest: 2_000 }
const parkedLimits: BackoffLimits = { shortest: 60_000, longest: 900_000 }
/** Failures in a row that park a projection; with the delays between them they take about ten seconds. */
const failuresBeforeParking = 10

/** Returns the milliseconds to wait after this number of failed tries in a row. */
const delayAfter = (tries: number): number => (tries === 0 ? 0 : backoffMs(tries, retryLimits))

/** Creates what reports failures, and retries what only an outage keeps from succeeding. `stopped`: aborted when the runner is stopped. */
export function createRetryPolicy(stopped: AbortSignal, scheduler: Scheduler, listeners: FailureListeners) {
  /** Reports a failure; of a poison event, its cause and the event. */
  const report = ({ error, ...failure }: ProjectionFailure): void => {
    const isPoison = error instanceof PoisonEvent
    listeners.onFailure({
      ...failure,
      ...(isPoison ? { error: error.cause, event: error.event } : { error }),
    })
  }

  /**
   * Retries while the store or the log is unavailable. Reports when an outage of the store begins and ends, and each failure to read the
   * log. Throws the last failure when the runner is stopped.
   */
  async function whileUnavailable<Result>(
    projection: string | undefined,
    operation: () => Promise<Result>,
  ): Promise<Result> {
    let isStoreAway = false
    for (let tries = 1; ; tries++) {
      try {
        const result = await operation()
        if (isStoreAway) listeners.onStoreOutage?.({ projection })
        return result
      } catch (error) {
        if (!isOutage(error) || stopped.aborted) throw error
        if (error instanceof LogNotReadable) report({ projection, error, isParked: false })
        else {
          if (!isStoreAway) listeners.onStoreOutage?.({ projection, error })
          isStoreAway = true
        }
        await pause(scheduler, delayAfter(tries), stopped)
      }
    }
  }
  return { stopped, report, whileUnavailable }
}

/** Whether time alone may end a failure. */
const isOutage = (error: unknown): boolean =>
  error instanceof StoreUnavailable || error instanceof LogNotReadable

/**
 * Decides when a worker tries again after a failure. A store or log that cannot be reached is tried every two seconds for
 * as long as it takes. A poison event, or another error that persists, parks the projection: it is tried again after a
 * minute, and then after twice as long, up to a quarter of an hour.
 */
export class RetrySchedule {
  /** Failures since the last success, and those among them that time alone does not end. */
  #failures = 0
  #errors = 0

  failed(error: unknown): { delayMs: number; isParked: boolean } {
    // The first time, the read model is opened again at once.
    if (error instanceof LogReplaced) return { delayMs: delayAfter(this.#failures++), isParked: false }
    this.#failures += 1
    if (!isOutage(error)) this.#errors += 1
    if (error instanceof PoisonEvent) this.#errors = Math.max(this.#errors, failuresBeforeParking)
    const parkedTries = this.#errors - failuresBeforeParking + 1
    if (parkedTries < 1) return { delayMs: delayAfter(this.#failures), isParked: false }
    return { delayMs: backoffMs(parkedTries, parkedLimits), isParked: true }
  }

  /**
   * To be called after a success. Steps of a build that is not live prove little, because most stay in memory: only the
   * delays begin again then.
   */
  succeeded(isLive: boolean): void {
    this.#failures = 0
    if (isLive) this.#errors = 0
  }
}
