import { exportQuery, exportTypes } from '../api/admin/exports.ts'
import { defineEndpoint } from './endpoint-definition.ts'

const common = {
  method: 'GET',
  access: 'export-data',
  limit: 'export',
  query: exportQuery,
  download: exportTypes,
  errors: ['busy'],
} as const

/** Files for admins. Each download is an entry of the audit. */
export const exportEndpoints = {
  users: defineEndpoint({
    ...common,
    path: '/api/admin/exports/users',
    summary:
      'All accounts as a file, CSV or JSON, in the order of registration. The role is participant, viewer, reviewer, organiser or owner',
  }),
  projects: defineEndpoint({
    ...common,
    path: '/api/admin/exports/projects',
    summary: 'All projects of the run as a file, CSV or JSON, in the order of submission',
  }),
  ratings: defineEndpoint({
    ...common,
    path: '/api/admin/exports/ratings',
    summary: 'The latest rating of each project by each rater as a file, CSV or JSON, project by project',
  }),
  standings: defineEndpoint({
    ...common,
    path: '/api/admin/exports/standings',
    summary:
      'The whole leaderboard as a file, CSV or JSON, by rank: points, what they are made of, and the state and score of each day',
  }),
}
