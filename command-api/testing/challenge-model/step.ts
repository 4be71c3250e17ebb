import { withStandings } from './standings.ts'
import type { Contest, World } from './world.ts'

/** A refusal by any of these codes: where several rules say no, the decisions do not say which one is named. */
export type Outcome = { refused: readonly string[] } | { done: Result }

/**
 * The part of an acknowledged result that follows from the decisions. `backup` is an index of `World.backups`, `file` a key of
 * `World.files`.
 */
export type Result = {
  project?: string
  likes?: number
  likedByMe?: boolean
  comments?: number
  averageRating?: number
  ratingCount?: number
  completedDays?: readonly number[]
  run?: number
  backup?: number
  file?: number
  wasThere?: boolean
}

export type Step = { world: World; outcome: Outcome }

/** Returns what was expected, with the code of the actual refusal if several are right and it is one of them. */
export function narrowed(expected: Outcome, actual: Outcome): Outcome {
  if (!('refused' in expected) || !('refused' in actual)) return expected
  return actual.refused.every((code) => expected.refused.includes(code)) ? actual : expected
}

export const refusedBy = (world: World, ...codes: readonly string[]): Step => ({
  world,
  outcome: { refused: codes },
})
export const unchanged = (world: World, done: Result = {}): Step => ({ world, outcome: { done } })
export const changed = (world: World, contest: Contest, done: Result = {}): Step => ({
  world: {
    ...world,
    contest: withStandings(contest, world.changes),
    changes: world.changes + 1,
    isUntouched: false,
  },
  outcome: { done },
})
