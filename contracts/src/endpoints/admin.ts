import { healthResponse } from '../api/admin/health.ts'
import { nextUnratedQuery, nextUnratedResponse, reviewStatisticsResponse } from '../api/admin/reviews.ts'
import { searchQuery, searchResponse } from '../api/admin/search.ts'
import { statisticsResponse } from '../api/admin/statistics.ts'
import { get } from '../api/endpoint-definition.ts'

export const searchEndpoints = {
  search: get('/api/admin/search', {
    summary: 'Search participants by name, username and email address, and projects by name and participant',
    access: 'view-admin-area',
    query: searchQuery,
    response: searchResponse,
    compression: 'never',
  }),
}

export const statisticsEndpoints = {
  cards: get('/api/admin/statistics', {
    summary: 'Figures for the cards and charts of the admin area',
    access: 'view-admin-area',
    response: statisticsResponse,
  }),
  reviews: get('/api/admin/statistics/reviews', {
    summary: 'Review backlog and waiting time by day, and how much each admin has reviewed and rated',
    access: 'view-admin-area',
    response: reviewStatisticsResponse,
  }),
  nextUnrated: get('/api/admin/next-unrated', {
    summary:
      'The project that the caller should rate next. It is offered to the caller for 15 seconds, and to no other admin meanwhile',
    access: 'review-projects',
    query: nextUnratedQuery,
    response: nextUnratedResponse,
  }),
}

export const healthEndpoints = {
  health: get('/api/admin/health', {
    summary: 'The state of the read models, the log and every process',
    access: 'view-health',
    response: healthResponse,
  }),
}
