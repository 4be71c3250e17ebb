import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { DocumentChange } from '../../registered-projection.ts'
import type { EventRange } from '../subscription/shared-reader.ts'
import { PoisonEvent } from './compute-step.ts'
import type { ProjectionWorker } from './projection-worker.ts'

/** Receives the changes of every step that was stored. */
type OnChanges = (changes: readonly DocumentChange[]) => void

const triesPerEvent = 3

/**
 * Applies a range of events in one step. A worker that lags behind the start of the range is left as it is. Throws
 * `PoisonEvent` for an event that the projection cannot apply, after everything before the event was stored.
 */
export async function applyRange(
  worker: ProjectionWorker,
  range: EventRange,
  onChanges: OnChanges,
): Promise<void> {
  if (worker.position() < range.afterPosition) return
  try {
    onChanges(await worker.apply(range.events, range.upToPosition, range.newest))
  } catch (error) {
    if (!(error instanceof PoisonEvent)) throw error
    for (const event of range.events) await applyOne(worker, event, onChanges)
    await worker.apply([], range.upToPosition, range.newest)
  }
}

async function applyOne(worker: ProjectionWorker, event: RecordedEvent, onChanges: OnChanges): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return onChanges(await worker.apply([event], event.position))
    } catch (error) {
      if (!(error instanceof PoisonEvent) || tries === triesPerEvent) throw error
    }
  }
}
