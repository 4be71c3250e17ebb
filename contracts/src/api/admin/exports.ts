import { z } from 'zod'
import { userStatus } from '../accounts/accounts.ts'
import { exportFormats } from '../../rules/exports.ts'

export const exportQuery = z.object({ format: z.enum(exportFormats) })

// What the lists that a file is saved from can be filtered by.
const search = z.string().trim().max(200).optional()
export const usersExportQuery = exportQuery.extend({ search, status: userStatus.optional() })
export const projectsExportQuery = exportQuery.extend({
  search,
  status: z.enum(['submitted', 'approved', 'rejected']).optional(),
  user: z.string().max(100).optional(),
})
export const standingsExportQuery = exportQuery.extend({ search })

/** The filters of all kinds: `search` as in the list, `user` the id of the participant. Without any, a file has all rows. */
export type ExportFilter = {
  search?: string | undefined
  status?: string | undefined
  user?: string | undefined
}

/** Content types of an export. */
export const exportTypes = ['text/csv', 'application/json'] as const
