import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { Fenced, CheckpointMismatch, ReadModelNotBuilt } from '@thirty/infra/read-models/read-models.ts'
import { nextBackoff, backoffMs, type RetryPolicy } from './retry-policy.ts'
import type { ProjectionWorker } from './projection-worker.ts'
import type { DocumentChange } from '../registered-projection.ts'
import { PoisonEvent } from './compute-step.ts'

/** All events for a lane after one position and up to another. */
export type EventRange = { events: readonly RecordedEvent[]; afterPosition: bigint; upToPosition: bigint }

const triesBeforeParking = 3

/**
 * Moves a lane on, unless it would miss something: then it is left behind, for its feeder to notice. An event that the
 * view cannot take in parks the view right before it. Answers the changes to announce.
 */
export async function advanceWorker(
  lane: ProjectionWorker,
  stretch: EventRange,
  care: RetryPolicy,
): Promise<DocumentChange[]> {
  const changes: DocumentChange[] = []
  let isOneByOne = false
  await untilDone(lane, care, async () => {
    if (lane.poison || lane.position() < stretch.afterPosition) return
    try {
      if (!isOneByOne) changes.push(...(await lane.apply(stretch.events, stretch.upToPosition)))
    } catch (error) {
      if (!(error instanceof PoisonEvent)) throw error
      isOneByOne = true
    }
    if (isOneByOne) await takeOneByOne(lane, stretch, changes, care)
  })
  return changes
}

/** Stores what a build that nobody reads yet keeps in memory, so that activating it takes no time. */
export const storeBuffer = (lane: ProjectionWorker, care: RetryPolicy): Promise<void> =>
  untilDone(lane, care, () => lane.storeBuffer())

/** Shows a lane to its readers. */
export const activateWorker = (lane: ProjectionWorker, care: RetryPolicy): Promise<void> =>
  untilDone(lane, care, () => lane.activate())

/**
 * Does something with a lane. A store that fails is asked again until it answers. A view that somebody moved, or
 * that the store lost, is left where it is found, for its feeder to notice; one that somebody else leads is over.
 */
async function untilDone(
  lane: ProjectionWorker,
  care: RetryPolicy,
  wish: () => Promise<void>,
): Promise<void> {
  let work = wish
  for (let pause = backoffMs.shortest; lane.isRunning() && !care.isStopped(); pause = nextBackoff(pause)) {
    try {
      return await work()
    } catch (error) {
      // Whoever stopped by its own clock was told so already.
      if (!lane.isStopped()) care.report({ projection: lane.definition.name, error, isParked: false })
      if (error instanceof Fenced) return lane.loseLease()
      if (error instanceof ReadModelNotBuilt || error instanceof CheckpointMismatch)
        work = () => lane.reloadCheckpoint()
      await care.pause(pause)
    }
  }
}

/** Everything before a poisoned event is kept: the events of its batch are taken in one at a time. */
async function takeOneByOne(
  lane: ProjectionWorker,
  { events, upToPosition: to }: EventRange,
  changes: DocumentChange[],
  care: RetryPolicy,
): Promise<void> {
  for (const event of events) {
    const poison = await takeOne(lane, event, changes)
    if (!poison) continue
    lane.poison = poison
    care.report({
      projection: lane.definition.name,
      error: poison.cause,
      event: poison.event,
      isParked: true,
    })
    return
  }
  await lane.apply([], to)
}

async function takeOne(
  lane: ProjectionWorker,
  event: RecordedEvent,
  changes: DocumentChange[],
): Promise<PoisonEvent | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      changes.push(...(await lane.apply([event], event.position)))
      return undefined
    } catch (error) {
      if (!(error instanceof PoisonEvent)) throw error
      if (tries === triesBeforeParking) return error
    }
  }
}
