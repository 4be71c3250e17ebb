import { LogReplaced, type EventLog } from '@thirty/infra/event-log/event-log.ts'
import type { RetryPolicy } from '../retry-policy.ts'
import type { ProjectionWorker } from '../worker/projection-worker.ts'
import type { EventFanOut } from './event-fan-out.ts'
import type { EventRouter } from './event-router.ts'

export type MissedEventsOptions = {
  log: EventLog
  streams: readonly string[]
  batch: number
  retryPolicy: RetryPolicy
  fanOut: EventFanOut
  /** Position of the subscription, which moves meanwhile. */
  receivedPosition(): bigint
  /** Called when the log no longer has what a worker has seen. */
  onLogReplaced(error: LogReplaced): void
}

/** Reads the log until every lagging worker has reached the position of the subscription, or the log was replaced. */
export async function applyMissedEvents(lagging: EventRouter, options: MissedEventsOptions): Promise<void> {
  await options.retryPolicy.retryUntilStopped(async () => {
    try {
      await readMissedEvents(lagging, options)
    } catch (error) {
      if (!(error instanceof LogReplaced)) throw error
      // Workers that have stopped were replaced by new ones, which compare the log themselves.
      if (slowestWorker(lagging.workers)) options.onLogReplaced(error)
    }
  })
}

async function readMissedEvents(
  lagging: EventRouter,
  { log, streams, batch, retryPolicy, fanOut, receivedPosition }: MissedEventsOptions,
): Promise<void> {
  for (;;) {
    const until = receivedPosition()
    const slowest = slowestWorker(lagging.workers)
    const after = slowest?.position() ?? until
    if (after >= until || retryPolicy.isStopped()) return
    let from = after
    const seen = slowest?.newestSeen()
    for await (const events of log.readAll({ after, ...(seen && { seen }), until, streams, batch })) {
      if (retryPolicy.isStopped() || slowestWorker(lagging.workers) === undefined) return
      const to = events.at(-1)?.position ?? from
      await fanOut.apply(lagging, { events, afterPosition: from, upToPosition: to })
      from = to
    }
    await fanOut.apply(lagging, { events: [], afterPosition: from, upToPosition: until })
  }
}

/** The slowest worker that still moves; `undefined` if none does. */
function slowestWorker(workers: readonly ProjectionWorker[]): ProjectionWorker | undefined {
  let slowest: ProjectionWorker | undefined
  for (const worker of workers)
    if (!worker.poison && worker.isRunning() && (!slowest || worker.position() < slowest.position()))
      slowest = worker
  return slowest
}
