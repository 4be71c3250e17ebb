import {
  exportQuery,
  exportTypes,
  projectsExportQuery,
  standingsExportQuery,
  usersExportQuery,
} from '../api/admin/exports.ts'
import { defineEndpoint } from './endpoint-definition.ts'

const common = {
  method: 'GET',
  access: 'export-data',
  limit: 'export',
  download: exportTypes,
  errors: ['busy'],
} as const

/** Files for admins. Each download is an entry of the audit. */
export const exportEndpoints = {
  users: defineEndpoint({
    ...common,
    path: '/api/admin/exports/users',
    query: usersExportQuery,
    summary:
      'All accounts, or those of a search or a status, as a file, CSV or JSON, in the order of registration. The role is participant, viewer, reviewer, organiser or owner',
  }),
  projects: defineEndpoint({
    ...common,
    path: '/api/admin/exports/projects',
    query: projectsExportQuery,
    summary:
      'All projects of the run, or those of a search, a status or a participant, as a file, CSV or JSON, in the order of submission',
  }),
  ratings: defineEndpoint({
    ...common,
    path: '/api/admin/exports/ratings',
    query: exportQuery,
    summary: 'The latest rating of each project by each rater as a file, CSV or JSON, project by project',
  }),
  standings: defineEndpoint({
    ...common,
    path: '/api/admin/exports/standings',
    query: standingsExportQuery,
    summary:
      'The whole leaderboard as a file, CSV or JSON, by rank: points, what they are made of, and the state and score of each day',
  }),
}
