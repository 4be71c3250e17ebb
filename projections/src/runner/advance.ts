import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { Fenced, OutOfStep, ViewNotBuilt } from '@thirty/infra/views/views.ts'
import { longer, pauses, type Care } from './care.ts'
import type { Lane } from './lane.ts'
import type { Change } from '../projection.ts'
import { Poison } from './step.ts'

/** All events for a lane after one position and up to another. */
export type Stretch = { events: readonly RecordedEvent[]; after: bigint; to: bigint }

const triesBeforeParking = 3

/**
 * Moves a lane on, unless it would miss something: then it is left behind, for its feeder to notice. An event that the
 * view cannot take in parks the view right before it. Answers the changes to announce.
 */
export async function advance(lane: Lane, stretch: Stretch, care: Care): Promise<Change[]> {
  const changes: Change[] = []
  let isOneByOne = false
  await untilDone(lane, care, async () => {
    if (lane.poison || lane.position() < stretch.after) return
    try {
      if (!isOneByOne) changes.push(...(await lane.take(stretch.events, stretch.to)))
    } catch (error) {
      if (!(error instanceof Poison)) throw error
      isOneByOne = true
    }
    if (isOneByOne) await takeOneByOne(lane, stretch, changes, care)
  })
  return changes
}

/** Shows a lane to its readers. */
export const show = (lane: Lane, care: Care): Promise<void> => untilDone(lane, care, () => lane.show())

/**
 * Does something with a lane. A store that fails is asked again until it answers. A view that somebody moved, or
 * that the store lost, is left where it is found, for its feeder to notice; one that somebody else leads is over.
 */
async function untilDone(lane: Lane, care: Care, wish: () => Promise<void>): Promise<void> {
  let work = wish
  for (let pause = pauses.shortest; lane.isFed() && !care.isStopped(); pause = longer(pause)) {
    try {
      return await work()
    } catch (error) {
      // Whoever stopped by its own clock was told so already.
      if (!lane.isOver()) care.report({ view: lane.view.name, error, isParked: false })
      if (error instanceof Fenced) return lane.lose()
      if (error instanceof ViewNotBuilt || error instanceof OutOfStep) work = () => lane.find()
      await care.pause(pause)
    }
  }
}

/** Everything before a poisoned event is kept: the events of its batch are taken in one at a time. */
async function takeOneByOne(
  lane: Lane,
  { events, to }: Stretch,
  changes: Change[],
  care: Care,
): Promise<void> {
  for (const event of events) {
    const poison = await takeOne(lane, event, changes)
    if (!poison) continue
    lane.poison = poison
    care.report({ view: lane.view.name, error: poison.cause, event: poison.event, isParked: true })
    return
  }
  await lane.take([], to)
}

async function takeOne(lane: Lane, event: RecordedEvent, changes: Change[]): Promise<Poison | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      changes.push(...(await lane.take([event], event.position)))
      return undefined
    } catch (error) {
      if (!(error instanceof Poison)) throw error
      if (tries === triesBeforeParking) return error
    }
  }
}
