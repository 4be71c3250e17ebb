// What another scoring changes on the leaderboard, at the same position. Either scoring may exclude participants, who have no rank there.

import type { WhatIfResponse } from '@thirty/contracts/leaderboard/scoring-api.ts'
import { compareBoards, type ComparedRow, type RankedBoard } from '../compare-boards.ts'
import { boardFigures } from '../past-boards/board-digest.ts'

/** Maximum number of rows of the top and of the list of participants who move. */
const [topRows, movedRows] = [20, 100]
const podiumRows = 3

export function compareScorings(now: RankedBoard, after: RankedBoard) {
  const { first, rows } = compareBoards(now, after)
  const moved = rows().filter(({ rankNow, rankAfter }) => rankNow !== rankAfter)
  return {
    now: figuresOf(now),
    after: figuresOf(after),
    podium: { now: first(now, podiumRows), after: first(after, podiumRows) },
    top: first(after, topRows),
    moved: {
      total: moved.length,
      up: moved.filter((row) => placesWon(row) > 0).length,
      down: moved.filter((row) => placesWon(row) < 0).length,
      first: moved.toSorted(byMove).slice(0, movedRows),
    },
  }
}

/** Who gets or loses a rank moves further than anybody else. */
const placesWon = ({ rankNow, rankAfter }: ComparedRow): number =>
  (rankNow ?? Infinity) - (rankAfter ?? Infinity)

/** The largest moves first; of equal ones, the best rank. */
const byMove = (left: ComparedRow, right: ComparedRow): number => {
  const [one, other] = [Math.abs(placesWon(left)), Math.abs(placesWon(right))]
  return one === other ? bestRank(left) - bestRank(right) : other - one
}

const bestRank = ({ rankNow, rankAfter }: ComparedRow): number =>
  Math.min(rankNow ?? Infinity, rankAfter ?? Infinity)

function figuresOf(board: RankedBoard): WhatIfResponse['now'] {
  const { totalParticipants, averagePoints } = boardFigures(board.values())
  return { participants: totalParticipants, averagePoints }
}
