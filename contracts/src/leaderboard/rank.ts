import { say, type Text } from '../texts/text.ts'

/** What decides a rank. `reachedPosition` is the log position of the event with which the total was reached. */
export type RankedScore = { totalPoints: number; projects: number; reachedPosition: bigint; id: string }

/**
 * Compares two standings by the rules of the leaderboard: participants with a project first, then
 * points descending, then the earlier `reachedPosition`, then id. Negative if `left` ranks before `right`. The leaderboard
 * itself sorts by `rankIndexEntry`; tests compare that order with this one.
 */
export function compareStandings(left: RankedScore, right: RankedScore): number {
  if (left.projects > 0 !== right.projects > 0) return left.projects > 0 ? -1 : 1
  if (left.totalPoints !== right.totalPoints) return right.totalPoints - left.totalPoints
  if (left.reachedPosition !== right.reachedPosition)
    return left.reachedPosition < right.reachedPosition ? -1 : 1
  return left.id < right.id ? -1 : left.id > right.id ? 1 : 0
}

/** Returns a position as text that sorts like the number: zero-padded to the width of a 64-bit integer. */
export const sortablePosition = (position: bigint): string => position.toString().padStart(20, '0')

type RankedTotals = Pick<RankedScore, 'totalPoints' | 'projects'>
type IndexEntry = { score: number; tiebreaker: string }

/**
 * Returns the index entry of a standing. An index sorts ascending by score, tiebreaker and id, which gives the order of
 * `compareStandings`: among participants without points, those with a project (whose weights are 0) come before those without a project,
 * because `-` sorts before all digits. `reachedPosition` is a `sortablePosition`.
 */
export const rankIndexEntry = (
  { totalPoints, projects }: RankedTotals,
  reachedPosition: string,
): IndexEntry => ({
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
