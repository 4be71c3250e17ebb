// Compares a leaderboard with that of another scoring at the same position. Either may exclude participants, who have no rank there.

import type { WhatIfResponse } from '@thirty/contracts/leaderboard/scoring-api.ts'
import { roundToOneDecimal } from '@thirty/contracts/leaderboard/points.ts'
import type { Contender, WhatIfBoard } from '../../what-if-boards.ts'

/** A participant of one leaderboard or both, without name and picture. */
export type ComparedRow = Pick<
  WhatIfResponse['top'][number],
  'id' | 'rankNow' | 'rankAfter' | 'pointsNow' | 'pointsAfter'
>

export type Comparison = {
  now: WhatIfResponse['now']
  after: WhatIfResponse['after']
  podium: { now: ComparedRow[]; after: ComparedRow[] }
  top: ComparedRow[]
  moved: { total: number; up: number; down: number; first: ComparedRow[] }
}

/** Maximum number of rows of the top and of the list of participants who move. */
const [topRows, movedRows] = [20, 100]
const podiumRows = 3

export function compareBoards(now: WhatIfBoard, after: WhatIfBoard): Comparison {
  const [before, later] = [byId(now), byId(after)]
  const rowOf = (id: string): ComparedRow => ({
    id,
    rankNow: before.get(id)?.rank ?? null,
    rankAfter: later.get(id)?.rank ?? null,
    pointsNow: before.get(id)?.totalPoints ?? null,
    pointsAfter: later.get(id)?.totalPoints ?? null,
  })
  const leaves = now.filter(({ id }) => !later.has(id))
  const moved = [...after, ...leaves]
    .map(({ id }) => rowOf(id))
    .filter(({ rankNow, rankAfter }) => rankNow !== rankAfter)
  const first = (board: WhatIfBoard, count: number) => board.slice(0, count).map(({ id }) => rowOf(id))
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
  (rankNow ?? Infinity) === (rankAfter ?? Infinity) ? 0 : (rankNow ?? Infinity) - (rankAfter ?? Infinity)

/** The largest moves first; of equal ones, the best rank. */
const byMove = (left: ComparedRow, right: ComparedRow): number => {
  const [one, other] = [Math.abs(placesWon(left)), Math.abs(placesWon(right))]
  return one === other ? bestRank(left) - bestRank(right) : other - one
}

const bestRank = ({ rankNow, rankAfter }: ComparedRow): number =>
  Math.min(rankNow ?? Infinity, rankAfter ?? Infinity)

const byId = (board: WhatIfBoard): ReadonlyMap<string, Contender> =>
  new Map(board.map((contender) => [contender.id, contender]))

function figuresOf(board: WhatIfBoard): WhatIfResponse['now'] {
  const points = board.reduce((sum, { totalPoints }) => sum + totalPoints, 0)
  return {
    participants: board.length,
    averagePoints: board.length === 0 ? 0 : roundToOneDecimal(points / board.length),
  }
}
