import { checkFamilies } from './dispatch.ts'
import { Feeder, type FeederOptions, type ViewPosition } from './feeder.ts'

export type Projections = {
  /**
   * Settles when every view has reached the head of the log as it was at the start, or was parked on the way, and
   * stands in order: from then on reads are as quick as they will be.
   */
  ready: Promise<void>
  /**
   * Whether every registered view is at or past a position, at the latest after so many milliseconds.
   * A parked view is not waited for: the answer is false as soon as all others are there.
   */
  reached(position: bigint, withinMs: number): Promise<boolean>
  positions(): readonly ViewPosition[]
  /** Finishes the step under way and lets go of log and timers. */
  stop(): Promise<void>
}

/**
 * Feeds views from the log. One subscription feeds all views that are level; a view that is behind first reads by
 * itself what it missed. Nothing is announced for events that were in the log at the start, nor while catching up.
 */
export function startProjections(options: FeederOptions): Projections {
  options.projections.forEach(checkFamilies)
  const feeder = new Feeder(options)
  const done = feeder.run()
  return {
    ready: feeder.ready,
    reached: (position, withinMs) => feeder.reached(position, withinMs),
    positions: () => feeder.positions(),
    stop: async () => {
      feeder.stop()
      await done
    },
  }
}
