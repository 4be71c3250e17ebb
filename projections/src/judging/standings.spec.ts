import { ratingScales } from '@thirty/contracts/judging/normalised-score.ts'
import { calculateScore } from '@thirty/contracts/leaderboard/points.ts'
import { defaultScoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { expect, test } from 'vitest'
import { normalisedStandings, type BoardParticipant } from './standings.ts'

const { weights } = defaultScoring

const participant = (
  id: string,
  rank: number,
  official: readonly (readonly [rater: string, average: number])[],
): BoardParticipant => {
  const projects = official.map(([rater, average], index) => ({
    day: index + 1,
    official: [{ rater, average }],
  }))
  const scored = projects.map(({ day, official: [only] }) => ({
    day,
    officialAverages: only ? [only.average] : [],
  }))
  return {
    id,
    name: id,
    username: `${id}_1`,
    rank,
    points: calculateScore(scored, weights).totalPoints,
    projects,
  }
}

test('a participant who met the strict reviewer changes places with one who met the lenient reviewer', () => {
  const scales = ratingScales([
    ...[1, 1.5, 2, 2.5, 3].map((average) => ({ reviewer: 'strict', average })),
    ...[3, 3.5, 4, 4.5, 5].map((average) => ({ reviewer: 'lenient', average })),
  ])
  const board = [
    participant('bob', 1, [['lenient', 3.5]]),
    participant('ada', 2, [['strict', 3]]),
    participant('eve', 3, []),
  ]
  const { standings, moved, compared } = normalisedStandings(board, scales, weights)
  expect(
    standings.map(({ participant: { _id: id }, rank, normalisedRank }) => [id, rank, normalisedRank]),
  ).toEqual([
    ['ada', 2, 1],
    ['bob', 1, 2],
    ['eve', 3, 3],
  ])
  expect({ moved, compared }).toEqual({ moved: 2, compared: 3 })
  expect(standings[0]?.participant).toEqual({ _id: 'ada', name: 'ada', username: 'ada_1' })
})

test('with one reviewer no participant moves, and the points equal the leaderboard', () => {
  const board = [
    participant('ada', 1, [['only', 5]]),
    participant('bob', 2, [['only', 3.2]]),
    participant('cleo', 3, [['only', 3.2]]),
  ]
  const given = board.flatMap(({ projects }) => projects.flatMap(({ official }) => official))
  const scales = ratingScales(given.map(({ rater: reviewer, average }) => ({ reviewer, average })))
  const { standings, moved } = normalisedStandings(board, scales, weights)
  expect(moved).toBe(0)
  for (const { points, normalisedPoints } of standings) expect(normalisedPoints).toBe(points)
})
