// The top of the leaderboard by normalised points.

import {
  maxListedStandings,
  type NormalisedStanding,
  type NormalisedStandingsResponse,
} from '@thirty/contracts/judging/api.ts'
import { normalisedAverage, type RatingScales } from '@thirty/contracts/judging/normalised-score.ts'
import { calculateScore, type Weights } from '@thirty/contracts/leaderboard/points.ts'
import type { RunContext } from '../run-context.ts'
import { judgingPerson } from './judged-projects.ts'

/** Participants of the leaderboard with the official ratings of the projects that count. */
type Board = Awaited<ReturnType<RunContext['contributions']['compared']>>

/**
 * Compares the top of the leaderboard with its order by normalised points: the points that `calculateScore` gives for the normalised
 * averages with the weights of the run. Participants with equal points stay in the order of the leaderboard.
 */
export function normalisedStandings(
  board: Board,
  scales: RatingScales,
  weights: Weights,
): Pick<NormalisedStandingsResponse, 'standings' | 'compared' | 'moved'> {
  const standings = board
    .map((participant) => ({
      ...participant,
      normalisedPoints: normalisedPoints(participant, scales, weights),
    }))
    .toSorted((left, right) => right.normalisedPoints - left.normalisedPoints || left.rank - right.rank)
    .map(({ rank, points, normalisedPoints: normalised, ...person }, index): NormalisedStanding => ({
      participant: judgingPerson(person),
      rank,
      points,
      normalisedRank: index + 1,
      normalisedPoints: normalised,
    }))
  return {
    standings: standings.slice(0, maxListedStandings),
    compared: standings.length,
    moved: standings.filter(({ rank, normalisedRank }) => rank !== normalisedRank).length,
  }
}

const normalisedPoints = ({ projects }: Board[number], scales: RatingScales, weights: Weights): number =>
  calculateScore(
    projects.map(({ day, official }) => ({
      day,
      officialAverages: official.map(({ rater: reviewer, average }) =>
        normalisedAverage({ reviewer, average }, scales),
      ),
    })),
    weights,
  ).totalPoints
