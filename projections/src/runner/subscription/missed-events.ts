import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
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
}

/** Reads the log until every lagging worker has reached the position of the subscription. */
export async function applyMissedEvents(
  lagging: EventRouter,
  { log, streams, batch, retryPolicy, fanOut, receivedPosition }: MissedEventsOptions,
): Promise<void> {
  await retryPolicy.retryUntilStopped(async () => {
    for (;;) {
      const until = receivedPosition()
      const after = slowestPosition(lagging.workers) ?? until
      if (after >= until || retryPolicy.isStopped()) return
      let from = after
      for await (const events of log.readAll({ after, until, streams, batch })) {
        if (retryPolicy.isStopped() || slowestPosition(lagging.workers) === undefined) return
        const to = events.at(-1)?.position ?? from
        await fanOut.apply(lagging, { events, afterPosition: from, upToPosition: to })
        from = to
      }
      await fanOut.apply(lagging, { events: [], afterPosition: from, upToPosition: until })
    }
  })
}

/** Position of the slowest worker that still moves; `undefined` if none does. */
function slowestPosition(workers: readonly ProjectionWorker[]): bigint | undefined {
  let slowest: bigint | undefined
  for (const worker of workers)
    if (!worker.poison && worker.isRunning() && (slowest === undefined || worker.position() < slowest))
      slowest = worker.position()
  return slowest
}
