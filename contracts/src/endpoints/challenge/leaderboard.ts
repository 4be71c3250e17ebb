import {
  boardResponse,
  boardHistoryResponse,
  boardQuery,
  pointsResponse,
  showcaseResponse,
} from '../../api/challenge/leaderboard.ts'
import { get } from '../endpoint-definition.ts'
import { userParams } from '../path-parameters.ts'

export const leaderboardEndpoints = {
  board: get('/api/leaderboard/leaderboard', {
    summary: 'The leaderboard, page by page, now or at a moment in the past',
    access: 'signed-in',
    query: boardQuery,
    response: boardResponse,
    // At a moment before the first event or in the future, and while too many past leaderboards are computed.
    errors: ['invalid-fields', 'busy'],
  }),
  history: get('/api/leaderboard/history', {
    summary: 'Rank over time of the top ten and of the caller',
    access: 'signed-in',
    response: boardHistoryResponse,
  }),
  showcase: get('/api/leaderboard/showcase', {
    summary: 'The part of the leaderboard that the landing page shows',
    access: 'everyone',
    response: showcaseResponse,
  }),
  points: get('/api/leaderboard/:userId/points', {
    summary: 'The events behind the points of a participant; their changes add up to the total',
    access: 'signed-in',
    limit: 'ledger',
    params: userParams,
    response: pointsResponse,
    errors: ['user-not-found'],
  }),
}
