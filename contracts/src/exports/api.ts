// Endpoints of the files with users, projects, ratings and standings that admins download, as CSV or JSON. Files of the audit and of
// backups are in `audit/api.ts` and `backups/api.ts`.

import { z } from 'zod'
import { userStatus } from '../accounts/api.ts'
import { exportFormats } from './events.ts'
import { get } from '../endpoints/endpoint-definition.ts'

const exportQuery = z.object({ format: z.enum(exportFormats) })

// What a file can be filtered by: the filters of the list that it is saved from.
const search = z.string().trim().max(200).optional()

/** The filters of all kinds: `search` as in the list, `user` the id of the participant. Without any, a file has all rows. */
export type ExportFilter = {
  search?: string | undefined
  status?: string | undefined
  user?: string | undefined
}

/** Content types of an export. */
export const exportTypes = ['text/csv', 'application/json'] as const

const common = { limit: 'export', download: exportTypes } as const

/** Each download is an entry of the audit. */
export const exportEndpoints = {
  users: get('/api/admin/exports/users', 'export-data', {
    ...common,
    query: exportQuery.extend({ search, status: userStatus.optional() }),
    summary:
      'All accounts, or those of a search or a status, as a file, CSV or JSON, in the order of registration. The role is participant, viewer, reviewer, organiser or owner',
  }),
  projects: get('/api/admin/exports/projects', 'export-data', {
    ...common,
    query: exportQuery.extend({
      search,
      status: z.enum(['submitted', 'approved', 'rejected']).optional(),
      user: z.string().max(100).optional(),
    }),
    summary:
      'All projects of the run, or those of a search, a status or a participant, as a file, CSV or JSON, in the order of submission',
  }),
  ratings: get('/api/admin/exports/ratings', 'export-data', {
    ...common,
    query: exportQuery,
    summary: 'The latest rating of each project by each rater as a file, CSV or JSON, project by project',
  }),
  standings: get('/api/admin/exports/standings', 'export-data', {
    ...common,
    query: exportQuery.extend({ search }),
    summary:
      'The whole leaderboard as a file, CSV or JSON, by rank: points, what they are made of, and the state and score of each day',
  }),
}
