import { searchQuery, searchResponse } from '../api/admin/search.ts'
import { statisticsResponse } from '../api/admin/statistics.ts'
import { defineEndpoint } from './endpoint-definition.ts'

export const searchEndpoints = {
  search: defineEndpoint({
    method: 'GET',
    path: '/api/admin/search',
    summary: 'Search participants by name, username and email address, and projects by name and participant',
    access: 'admins',
    limit: 'query',
    query: searchQuery,
    response: searchResponse,
    compression: 'never',
  }),
}

export const statisticsEndpoints = {
  cards: defineEndpoint({
    method: 'GET',
    path: '/api/admin/statistics',
    summary: 'Figures for the cards and charts of the admin area',
    access: 'admins',
    limit: 'query',
    response: statisticsResponse,
  }),
}
