/** What decides a place: points, the position of the event at which they were reached, and the id. */
export type Standing = { totalPoints: number; projects: number; reachedPosition: bigint; id: string }

/**
 * Order of the board (decisions, section 6): who has a project before who has none, then points descending, then who
 * reached that total first, then id. Negative when `left` is ranked before `right`.
 */
export function compareStandings(left: Standing, right: Standing): number {
  if (left.projects > 0 !== right.projects > 0) return left.projects > 0 ? -1 : 1
  if (left.totalPoints !== right.totalPoints) return right.totalPoints - left.totalPoints
  if (left.reachedPosition !== right.reachedPosition)
    return left.reachedPosition < right.reachedPosition ? -1 : 1
  return left.id < right.id ? -1 : left.id > right.id ? 1 : 0
}

/** A position as text that sorts like the number: zero-padded to the width of a 64-bit integer. */
export const sortablePosition = (position: bigint): string => position.toString().padStart(20, '0')

type ScoredStanding = Pick<Standing, 'totalPoints' | 'projects'>
type IndexEntry = { score: number; tiebreaker: string }

/**
 * The same order as a place in a sorted index: ascending by score, then by tie, then by id.
 * Nobody has zero points with a project, so a score of 0 stands behind all who have one. `reached` is sortable.
 */
export function rankIndexEntry({ totalPoints, projects }: ScoredStanding, reached: string): IndexEntry {
  return { score: projects > 0 ? -totalPoints : 0, tiebreaker: reached }
}

/**
 * Why one of two with the same points is ranked above the other: what its row says, e.g. "reached 42.0 first". Who has no
 * points has had none since they joined, or since they lost the last.
 */
export const rankReason = (totalPoints: number): string =>
  totalPoints > 0 ? `reached ${totalPoints.toFixed(1)} first` : 'without points for longer'
