import type { ViewKey } from '@thirty/infra/views/views.ts'

export type ViewPosition = {
  view: ViewKey
  /** Position up to which it is built. */
  position: bigint
  /** Whether readers see it; otherwise it is still being built. */
  isLive: boolean
  /** Where it stopped, if it did, and the id of the event that it could not take in, if that is known here. */
  parked?: { event?: string; position: bigint; reason: string }
}

/** How far the views are. */
export type Progress = {
  /**
   * Whether readers of every registered view see it at or past a position, at the latest after so many milliseconds.
   * A view that stopped is not waited for: the answer is false as soon as all others are there.
   */
  reached(position: bigint, withinMs: number): Promise<boolean>
  positions(): readonly ViewPosition[]
}
