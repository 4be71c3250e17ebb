// Compares the top of the leaderboard with its order by normalised points: the points that `calculateScore` gives for the normalised
// averages with the weights of the run.

import {
  maxListedStandings,
  type NormalisedStanding,
  type NormalisedStandingsResponse,
} from '@thirty/contracts/judging/api.ts'
import { normalisedAverage, type RatingScales } from '@thirty/contracts/judging/normalised-score.ts'
import { judgingPerson } from './judged-projects.ts'
import { calculateScore, type Weights } from '@thirty/contracts/leaderboard/points.ts'

/** A participant of the leaderboard with the official ratings of the projects that count. */
export type BoardParticipant = {
  id: string
  name: string
  username: string | null
  rank: number
  points: number
  projects: readonly { day: number; official: readonly { rater: string; average: number }[] }[]
}

/** Participants with equal points stay in the order of the leaderboard. */
export function normalisedStandings(
  board: readonly BoardParticipant[],
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

const normalisedPoints = ({ projects }: BoardParticipant, scales: RatingScales, weights: Weights): number =>
  calculateScore(
    projects.map(({ day, official }) => ({
      day,
      officialAverages: official.map(({ rater: reviewer, average }) =>
        normalisedAverage({ reviewer, average }, scales),
      ),
    })),
    weights,
  ).totalPoints
