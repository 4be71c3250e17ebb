// Compares two folded leaderboards, for the preview of a restore and of another scoring: the rank and the points of everybody on each.

import type { Contender } from './past-boards/board-digest.ts'

/** The ranked participants with a project, by id, in rank order. Ranks count from 1. */
export type RankedBoard = ReadonlyMap<string, Contender & { rank: number }>

/** A participant of one board or both; null where not ranked with a project. */
export type ComparedRow = {
  id: string
  rankNow: number | null
  rankAfter: number | null
  pointsNow: number | null
  pointsAfter: number | null
}

/** Returns the contenders that are ranked. `contenders` are in rank order. */
export const rankedBoard = (
  contenders: readonly Contender[],
  isRanked: (contender: Contender) => boolean,
): RankedBoard =>
  new Map(contenders.filter(isRanked).map((one, index) => [one.id, { ...one, rank: index + 1 }]))

/** `first` returns the first rows of one of the boards, `rows` those of both, in the order of `after` and then of `now`. */
export function compareBoards(now: RankedBoard, after: RankedBoard) {
  const pointsOn = (board: RankedBoard, id: string) => board.get(id)?.participant.score.totalPoints ?? null
  const rowOf = (id: string): ComparedRow => ({
    id,
    rankNow: now.get(id)?.rank ?? null,
    rankAfter: after.get(id)?.rank ?? null,
    pointsNow: pointsOn(now, id),
    pointsAfter: pointsOn(after, id),
  })
  return {
    first: (board: RankedBoard, count: number) => [...board.keys()].slice(0, count).map(rowOf),
    rows: () => [...new Set([...after.keys(), ...now.keys()])].map(rowOf),
  }
}
