import { statisticsAnswer } from '../api/statistics.ts'
import { call } from './call.ts'

export const statisticsCalls = {
  cards: call({
    method: 'GET',
    path: '/api/admin/statistics',
    summary: 'The stat cards and charts of the admin area',
    may: 'admins',
    limit: 'query',
    answer: statisticsAnswer,
  }),
}
