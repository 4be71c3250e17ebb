import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { Fenced, CheckpointMismatch, ReadModelNotBuilt } from '@thirty/infra/read-models/read-models.ts'
import { nextBackoff, backoffMs, type RetryPolicy } from '../retry-policy.ts'
import type { ProjectionWorker } from './projection-worker.ts'
import type { DocumentChange } from '../../registered-projection.ts'
import { PoisonEvent } from './compute-step.ts'

/** All events for a worker after one position and up to another. */
export type EventRange = {
  events: readonly RecordedEvent[]
  afterPosition: bigint
  upToPosition: bigint
  /** The last events of the range, also of streams that the projection does not read; `events` when missing. */
  newest?: readonly RecordedEvent[]
}

const triesBeforeParking = 3

/**
 * Applies a range of events. A worker that lags behind the start of the range is left as it is, for the runner to
 * notice. A poison event parks the projection right before it. Returns the changes to publish.
 */
export async function advanceWorker(
  worker: ProjectionWorker,
  range: EventRange,
  retryPolicy: RetryPolicy,
): Promise<DocumentChange[]> {
  const changes: DocumentChange[] = []
  let isOneByOne = false
  await retryUntilDone(worker, retryPolicy, async () => {
    if (worker.poison || worker.position() < range.afterPosition) return
    try {
      if (!isOneByOne) changes.push(...(await worker.apply(range.events, range.upToPosition, range.newest)))
    } catch (error) {
      if (!(error instanceof PoisonEvent)) throw error
      isOneByOne = true
    }
    if (isOneByOne) await applyOneByOne(worker, range, changes, retryPolicy)
  })
  return changes
}

/** Stores the documents that an unread build keeps in memory, so that activating it is quick. */
export const storeBuffer = (worker: ProjectionWorker, retryPolicy: RetryPolicy): Promise<void> =>
  retryUntilDone(worker, retryPolicy, () => worker.storeBuffer())

/** Lets queries read the build of a worker. */
export const activateWorker = (worker: ProjectionWorker, retryPolicy: RetryPolicy): Promise<void> =>
  retryUntilDone(worker, retryPolicy, () => worker.activate())

/**
 * Retries an operation of a worker while the store fails. If the read model moved or was lost, the worker reloads its
 * checkpoint instead, and the runner notices that it lags behind. If another process holds the lease, the worker stops.
 */
async function retryUntilDone(
  worker: ProjectionWorker,
  retryPolicy: RetryPolicy,
  operation: () => Promise<void>,
): Promise<void> {
  let next = operation
  for (
    let delayMs = backoffMs.shortest;
    worker.isRunning() && !retryPolicy.isStopped();
    delayMs = nextBackoff(delayMs)
  ) {
    try {
      return await next()
    } catch (error) {
      // A worker whose lease expired was reported by the lease coordinator.
      if (!worker.isStopped())
        retryPolicy.report({ projection: worker.definition.name, error, isParked: false })
      // A worker that was stopped here may have left its lease to the next one.
      if (error instanceof Fenced) return worker.isStopped() ? undefined : worker.loseLease()
      if (error instanceof ReadModelNotBuilt || error instanceof CheckpointMismatch)
        next = () => worker.reloadCheckpoint()
      await retryPolicy.pause(delayMs)
    }
  }
}

/** Applies the events of a batch one at a time, so that everything before the poison event is kept. */
async function applyOneByOne(
  worker: ProjectionWorker,
  { events, upToPosition, newest }: EventRange,
  changes: DocumentChange[],
  retryPolicy: RetryPolicy,
): Promise<void> {
  for (const event of events) {
    const poison = await applyOne(worker, event, changes)
    if (!poison) continue
    worker.poison = poison
    retryPolicy.report({
      projection: worker.definition.name,
      error: poison.cause,
      event: poison.event,
      isParked: true,
    })
    return
  }
  await worker.apply([], upToPosition, newest)
}

async function applyOne(
  worker: ProjectionWorker,
  event: RecordedEvent,
  changes: DocumentChange[],
): Promise<PoisonEvent | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      changes.push(...(await worker.apply([event], event.position)))
      return undefined
    } catch (error) {
      if (!(error instanceof PoisonEvent)) throw error
      if (tries === triesBeforeParking) return error
    }
  }
}
