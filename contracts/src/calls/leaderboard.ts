import {
  boardAnswer,
  boardHistoryAnswer,
  boardQuery,
  pointsAnswer,
  showcaseAnswer,
} from '../api/leaderboard.ts'
import { userParams } from '../api/people.ts'
import { call } from './call.ts'

export const leaderboardCalls = {
  board: call({
    method: 'GET',
    path: '/api/leaderboard/leaderboard',
    summary: 'The leaderboard, page by page',
    may: 'signed-in',
    limit: 'query',
    query: boardQuery,
    answer: boardAnswer,
    refuses: ['invalid-fields'],
  }),
  history: call({
    method: 'GET',
    path: '/api/leaderboard/history',
    summary: 'Rank over time of the first ten and of the caller',
    may: 'signed-in',
    limit: 'query',
    answer: boardHistoryAnswer,
  }),
  showcase: call({
    method: 'GET',
    path: '/api/leaderboard/showcase',
    summary: 'What the landing page shows of the leaderboard',
    may: 'everyone',
    limit: 'query',
    answer: showcaseAnswer,
  }),
  points: call({
    method: 'GET',
    path: '/api/leaderboard/:userId/points',
    summary: 'The events behind the points of a participant; they sum to the total',
    may: 'signed-in',
    limit: 'query',
    params: userParams,
    answer: pointsAnswer,
    refuses: ['user-not-found'],
  }),
}
