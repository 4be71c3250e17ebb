import { z } from 'zod'
import { nameCodes, author } from '../accounts/person-summary-api.ts'
import { exportTypes } from '../exports/api.ts'
import { auditActionIds } from './audit-actions.ts'
import { auditSubjectKinds } from './subject-kinds.ts'
import { pageQuery, position, pageResponse, textOnWire } from '../endpoints/responses.ts'
import { get } from '../endpoints/endpoint-definition.ts'

const time = z.iso.datetime({ offset: true })

/**
 * Filters of the audit. `actor`: the id of a user, or words of a name or username. `subject`: the id of what an entry is
 * about; its kind is `subjectKind`. `from` and `to`: times (ISO), both included.
 */
export const auditFilter = z.object({
  actor: z.string().trim().max(120).optional(),
  action: z.enum(auditActionIds).optional(),
  subjectKind: z.enum(auditSubjectKinds).optional(),
  subject: z.string().max(100).optional(),
  from: time.optional(),
  to: time.optional(),
})
export type AuditFilter = z.infer<typeof auditFilter>

export const auditQuery = auditFilter.extend(pageQuery.shape)
export type AuditQuery = z.infer<typeof auditQuery>

/** What an action changed: fields of the subject, by name. Only fields that differ or that tell what the action was. */
const auditRecord = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
export type AuditRecord = z.infer<typeof auditRecord>

/**
 * One action. `actor` is null for actions of the product itself and of operators. `run` is null for actions that belong to no run. `summary` says in one sentence who did what,
 * `text` the same as a text that screens translate.
 */
export const auditEntry = z.object({
  id: z.string(),
  position,
  at: z.string(),
  run: z.int().nullable(),
  action: z.enum(auditActionIds),
  actor: author.nullable(),
  subject: z.object({ kind: z.enum(auditSubjectKinds), id: z.string(), name: z.string(), nameCodes }),
  summary: z.string(),
  text: textOnWire,
  /** Set if the event is from a backup file without a known signature: this installation does not say that it happened. */
  imported: z.literal(true).optional(),
  before: auditRecord,
  after: auditRecord,
})
export type AuditEntry = z.infer<typeof auditEntry>

/**
 * Newest first. A request looks at a limited part of the log, so that a page may have fewer entries than its limit, or none,
 * although there are more: `nextCursor` is null only at the beginning of the log.
 */
export const auditResponse = pageResponse.extend({ entries: z.array(auditEntry) })
export type AuditResponse = z.infer<typeof auditResponse>

/** An export contains at most this many entries, the newest ones. */
export const maxExportedEntries = 100_000

export const auditEndpoints = {
  list: get('/api/admin/audit', 'view-admin-area', {
    summary:
      'Who did what, before and after: actions of admins and security-relevant actions of users, newest first',
    query: auditQuery,
    response: auditResponse,
  }),
  download: get('/api/admin/audit/export', 'export-data', {
    summary: 'The audit as a file, CSV or JSON, with the same filters',
    limit: 'export',
    query: auditFilter.extend({ format: z.enum(['csv', 'json']) }),
    download: exportTypes,
  }),
}
