// The filter of the audit: its form in the URL and in requests.

import type { AuditAction } from '@thirty/contracts/audit/audit-actions.ts'
import { auditSubjectKinds, type AuditSubjectKind } from '@thirty/contracts/audit/subject-kinds.ts'
import { actions } from './audit-actions.ts'

// Safe: these are the keys of the object.
const actionIds = Object.keys(actions) as AuditAction[]

/** The filters in the URL, beside the search. Dates are days, as `2026-03-01`. */
export const auditFilterNames = ['actor', 'action', 'kind', 'subject', 'from', 'to'] as const
type FilterName = (typeof auditFilterNames)[number]

/** What the list shows. Empty texts are not filters. */
export type AuditFilter = Record<'actor' | 'subject' | 'from' | 'to', string> & {
  action: AuditAction | ''
  kind: AuditSubjectKind | ''
}

export const noFilter: AuditFilter = { actor: '', action: '', kind: '', subject: '', from: '', to: '' }

/** Returns the filter of the URL without values that the server would refuse. A chosen actor replaces the search. */
export function parseAuditFilter(search: string, filters: Record<FilterName, string>): AuditFilter {
  const kind = auditSubjectKinds.find((known) => known === filters.kind) ?? ''
  const action = actionIds.find((known) => known === filters.action) ?? ''
  return {
    actor: filters.actor || search.trim(),
    action,
    kind,
    subject: filters.subject,
    from: isDay(filters.from) ? filters.from : '',
    to: isDay(filters.to) ? filters.to : '',
  }
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

export const isFiltered = (filter: AuditFilter): boolean =>
  Object.values(filter).some((value) => value !== '')

/** Returns the query of the endpoint. Days begin and end in the time zone of the browser. */
export function toQuery({ actor, action, kind, subject, from, to }: AuditFilter) {
  return {
    ...(actor !== '' && { actor }),
    ...(action !== '' && { action }),
    ...(kind !== '' && { subjectKind: kind }),
    ...(subject !== '' && { subject }),
    ...(from !== '' && { from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to !== '' && { to: new Date(`${to}T23:59:59.999`).toISOString() }),
  }
}

/** Returns the actions about a kind of subject; all actions for an empty text. */
export const actionsAbout = (kind: AuditSubjectKind | ''): readonly AuditAction[] =>
  actionIds.filter((action) => kind === '' || actions[action].about === kind)
