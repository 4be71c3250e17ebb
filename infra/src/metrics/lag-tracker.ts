import type { Clock } from '../scheduler.ts'

/** How far a read model is behind the log: in positions, and by the age of the oldest event that it has not applied. */
export type Lag = { positions: bigint; milliseconds: number }

/**
 * Tracks how far read models are behind the log. An event that existed at an observation of the head, and that a read model has not
 * applied, is at least as old as the observation.
 */
export function lagTracker(clock: Clock) {
  /** When the head was first seen at a position, in ascending order. */
  let observations: { head: bigint; observedAt: number }[] = []
  let last: bigint | undefined
  return {
    /** Records the head of the log. `slowest` is the position of the slowest read model; older observations are dropped. */
    observeHead(head: bigint, slowest: bigint): void {
      // A head that moved back means another log or a restored backup, so earlier observations are worthless.
      if (last !== undefined && head < last) observations = []
      if (head !== last) observations.push({ head, observedAt: clock() })
      last = head
      observations = observations.filter((observation) => observation.head > slowest)
      // After an hour of lag, a precision of one second is no longer needed.
      if (observations.length > maxObservations)
        observations = observations.filter((_observation, index) => index % 2 === 0)
    },
    lagAt(position: bigint): Lag {
      const head = last ?? position
      const oldest = observations.find((observation) => observation.head > position)
      return {
        positions: head > position ? head - position : 0n,
        milliseconds: oldest === undefined || head <= position ? 0 : clock() - oldest.observedAt,
      }
    },
  }
}

const maxObservations = 4_096
