import type { Action } from './actions.ts'
import type { Actor, Contest, World } from './world.ts'

/** A refusal by any of these codes: where several rules say no, the decisions do not say which one is named. */
export type Outcome = { refused: readonly string[] } | { done: Result }

/** A participant in two leaderboards. Ranks count from 1; null while not on the leaderboard. */
export type ComparedRow = { actor: Actor } & Record<
  'rankNow' | 'rankAfter' | 'pointsNow' | 'pointsAfter',
  number | null
>

/** The leaderboard of now and the one with another scoring, and how many participants move up and down. */
export type Comparison = {
  isSame: boolean
  now: readonly ComparedRow[]
  after: readonly ComparedRow[]
  up: number
  down: number
}

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
  compared?: Comparison
}

export type Step = { world: World; outcome: Outcome }
export type Rule = (world: World, action: Action) => Step

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
    contest: withMoment(contest, world.changes),
    changes: world.changes + 1,
    isUntouched: false,
  },
  outcome: { done },
})

const withMoment = (contest: Contest, change: number): Contest =>
  contest.past.at(-1)?.projects === contest.projects
    ? contest
    : { ...contest, past: contest.past.concat({ change, projects: contest.projects }) }
