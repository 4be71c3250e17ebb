import {
  boardResponse,
  boardHistoryResponse,
  boardQuery,
  pointsResponse,
  showcaseResponse,
} from '../../api/challenge/leaderboard.ts'
import { defineEndpoint } from '../endpoint-definition.ts'
import { userParams } from '../path-parameters.ts'

export const leaderboardEndpoints = {
  board: defineEndpoint({
    method: 'GET',
    path: '/api/leaderboard/leaderboard',
    summary: 'The leaderboard, page by page, now or at a moment in the past',
    access: 'signed-in',
    limit: 'query',
    query: boardQuery,
    response: boardResponse,
    // At a moment before the first event or in the future, and while too many past leaderboards are computed.
    errors: ['invalid-fields', 'busy'],
  }),
  history: defineEndpoint({
    method: 'GET',
    path: '/api/leaderboard/history',
    summary: 'Rank over time of the top ten and of the caller',
    access: 'signed-in',
    limit: 'query',
    response: boardHistoryResponse,
  }),
  showcase: defineEndpoint({
    method: 'GET',
    path: '/api/leaderboard/showcase',
    summary: 'The part of the leaderboard that the landing page shows',
    access: 'everyone',
    limit: 'query',
    response: showcaseResponse,
  }),
  points: defineEndpoint({
    method: 'GET',
    path: '/api/leaderboard/:userId/points',
    summary: 'The events behind the points of a participant; their changes add up to the total',
    access: 'signed-in',
    limit: 'ledger',
    params: userParams,
    response: pointsResponse,
    errors: ['user-not-found'],
  }),
}
