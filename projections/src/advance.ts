import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { OutOfStep } from '@thirty/infra/views/views.ts'
import { pauses, type Care } from './care.ts'
import type { Lane } from './lane.ts'
import type { Change } from './projection.ts'
import { Poison } from './step.ts'

/** Events for a lane, the position that it has after them, and up to where nothing is announced. */
export type Stretch = { events: readonly RecordedEvent[]; to: bigint; silentUntil: bigint }

const triesBeforeParking = 3

/**
 * Moves a lane on. A store that fails is asked again until it answers; an event that the view cannot take in parks
 * the view right before it; a view that somebody else moved back is left where it is, for its runner to notice.
 * Answers the changes to announce.
 */
export async function advance(lane: Lane, stretch: Stretch, care: Care): Promise<Change[]> {
  const changes: Change[] = []
  let isOneByOne = false
  let pause = pauses.shortest
  while (!lane.poison && !care.isStopped()) {
    try {
      if (isOneByOne) await takeOneByOne(lane, stretch, changes, care)
      else changes.push(...(await lane.take(stretch.events, stretch.to, stretch.silentUntil)))
      return changes
    } catch (error) {
      if (error instanceof Poison && !isOneByOne) {
        isOneByOne = true
        continue
      }
      care.report({ view: lane.view.name, error, isParked: false })
      await care.pause(pause)
      pause = Math.min(pause * 2, pauses.longest)
      if (error instanceof OutOfStep) return changes
    }
  }
  return changes
}

/** Everything before a poisoned event is kept: the events of its batch are taken in one at a time. */
async function takeOneByOne(
  lane: Lane,
  { events, to, silentUntil }: Stretch,
  changes: Change[],
  care: Care,
): Promise<void> {
  for (const event of events) {
    const poison = await takeOne(lane, event, silentUntil, changes)
    if (!poison) continue
    lane.poison = poison
    care.report({ view: lane.view.name, error: poison.cause, event: poison.event, isParked: true })
    return
  }
  await lane.take([], to, silentUntil)
}

async function takeOne(
  lane: Lane,
  event: RecordedEvent,
  silentUntil: bigint,
  changes: Change[],
): Promise<Poison | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      changes.push(...(await lane.take([event], event.position, silentUntil)))
      return undefined
    } catch (error) {
      if (!(error instanceof Poison)) throw error
      if (tries === triesBeforeParking) return error
    }
  }
}
