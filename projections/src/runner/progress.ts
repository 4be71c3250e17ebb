import type { ReadModelKey } from '@thirty/infra/read-models/read-models.ts'

export type ReadModelPosition = {
  readModel: ReadModelKey
  /** Position up to which it is built. */
  position: bigint
  /** Whether readers see it; otherwise it is still being built. */
  isLive: boolean
  /** Where it stopped, if it did, and the id of the event that it could not take in, if that is known here. */
  parked?: { event?: string; position: bigint; reason: string }
}

/** How far the views are. */
export type ProjectionProgress = {
  /**
   * Whether readers of every registered view see it at or past a position, at the latest after so many milliseconds.
   * A view that stopped is not waited for: the answer is false as soon as all others are there.
   */
  waitForPosition(position: bigint, withinMs: number): Promise<boolean>
  positions(): readonly ReadModelPosition[]
}
