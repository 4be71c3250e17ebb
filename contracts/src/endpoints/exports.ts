import {
  exportQuery,
  exportTypes,
  projectsExportQuery,
  standingsExportQuery,
  usersExportQuery,
} from '../api/admin/exports.ts'
import { get } from './endpoint-definition.ts'

const common = {
  access: 'export-data',
  limit: 'export',
  download: exportTypes,
  errors: ['busy'],
} as const

/** Files for admins. Each download is an entry of the audit. */
export const exportEndpoints = {
  users: get('/api/admin/exports/users', {
    ...common,
    query: usersExportQuery,
    summary:
      'All accounts, or those of a search or a status, as a file, CSV or JSON, in the order of registration. The role is participant, viewer, reviewer, organiser or owner',
  }),
  projects: get('/api/admin/exports/projects', {
    ...common,
    query: projectsExportQuery,
    summary:
      'All projects of the run, or those of a search, a status or a participant, as a file, CSV or JSON, in the order of submission',
  }),
  ratings: get('/api/admin/exports/ratings', {
    ...common,
    query: exportQuery,
    summary: 'The latest rating of each project by each rater as a file, CSV or JSON, project by project',
  }),
  standings: get('/api/admin/exports/standings', {
    ...common,
    query: standingsExportQuery,
    summary:
      'The whole leaderboard as a file, CSV or JSON, by rank: points, what they are made of, and the state and score of each day',
  }),
}
