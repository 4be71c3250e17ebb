import { say, type Text } from '../texts/text.ts'
import type { Score } from './points.ts'

/** Returns a position as text that sorts like the number: zero-padded to the width of a 64-bit integer. */
export const sortablePosition = (position: bigint): string => position.toString().padStart(20, '0')

/**
 * Returns the index entry of a standing. An index sorts ascending by score, tiebreaker and id, which gives the order of the leaderboard:
 * participants with a project first, then points descending, then the earlier `reachedPosition`, then id. Among participants without
 * points, those with a project (whose weights are 0) come before those without a project, because `-` sorts before all digits.
 * `reachedPosition` is the `sortablePosition` of the event with which the total was reached.
 */
export const rankIndexEntry = (
  { totalPoints, projects }: Pick<Score, 'totalPoints' | 'projects'>,
  reachedPosition: string,
): { score: number; tiebreaker: string } => ({
  // `0 - x`, because `-x` would turn 0 into -0.
  score: 0 - totalPoints,
  tiebreaker: totalPoints === 0 && projects > 0 ? `-${reachedPosition}` : reachedPosition,
})

/**
 * Returns why a participant is ranked above another one with the same points, e.g. "reached 42.0 first". Participants
 * without points are ordered by the time since which they have none: since they joined, or since they lost their last.
 */
export const rankReason = (totalPoints: number): Text =>
  totalPoints > 0
    ? say('reachedFirst', { points: { number: totalPoints, digits: 1 } })
    : say('withoutPointsLonger')
