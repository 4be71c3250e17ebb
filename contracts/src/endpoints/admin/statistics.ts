import { statisticsResponse } from '../../api/admin/statistics.ts'
import { defineEndpoint } from '../endpoint-definition.ts'

export const statisticsEndpoints = {
  cards: defineEndpoint({
    method: 'GET',
    path: '/api/admin/statistics',
    summary: 'The stat cards and charts of the admin area',
    access: 'admins',
    limit: 'query',
    response: statisticsResponse,
  }),
}
