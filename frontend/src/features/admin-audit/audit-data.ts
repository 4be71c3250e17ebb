// The audit by filter, and the form of the filter in the URL and in requests. Live messages only say that there is more, so the newest
// entries are loaded and held back.

import type { AuditEntry, AuditResponse } from '@thirty/contracts/audit/api.ts'
import type { AuditAction } from '@thirty/contracts/audit/audit-actions.ts'
import { auditSubjectKinds, type AuditSubjectKind } from '@thirty/contracts/audit/subject-kinds.ts'
import { request } from '../../shared/http/http.ts'
import { liveData, reloads, pagesOf } from '../../shared/live/live-data.ts'
import { actions } from './audit-actions.ts'

/** Some entries, newest first, and the cursor of older ones. */
type AuditPage = Pick<AuditResponse, 'entries' | 'nextCursor' | 'position' | 'epoch'>

/** The entries on screen. `newest`: the first page as it was loaded since, which waits to be shown. */
export type AuditList = AuditPage & { newest?: AuditPage }

const pages = pagesOf('entries', {
  pageSize: 100,
  // As many as the first page of the table shows: the server looks at a limited part of the log at a time.
  minRows: 22,
  fetchPage: (filter: AuditFilter, page, signal) =>
    request('GET', '/api/admin/audit', { query: { ...toQuery(filter), ...page }, signal }),
  idOf: ({ id }) => id,
})

export const audit = liveData<AuditList, AuditFilter>({
  // The newest entries, however many are shown.
  load: (filter, signal) => pages.load(filter, signal, undefined),
  merge: holdBack,
  // Only admins receive the message.
  reloadDelayMs: 500,
  loadMore: pages.loadMore,
  messages: { 'audit.changed': reloads },
})

/** Adds the first page as it is now. The list never jumps; only if it is empty, the page is shown at once. */
export function holdBack(list: AuditList, newest: AuditPage): AuditList {
  const { position, epoch } = newest
  return list.entries.length === 0 ? newest : { ...list, position, epoch, newest }
}

/** Returns the entries that wait to be shown. `hasGap`: more arrived than were loaded. */
export function arrivalsOf(list?: AuditList): { arrivals: readonly AuditEntry[]; hasGap: boolean } {
  const loaded = list?.newest?.entries ?? []
  const index = loaded.findIndex(({ id }) => id === list?.entries[0]?.id)
  return index === -1
    ? { arrivals: loaded, hasGap: loaded.length > 0 }
    : { arrivals: loaded.slice(0, index), hasGap: false }
}

/** Shows the arrivals: above the list, or, if there is a gap, in its place. */
export function showArrivals(list: AuditList): AuditList {
  const { newest, ...shown } = list
  const { arrivals, hasGap } = arrivalsOf(list)
  return hasGap && newest ? newest : { ...shown, entries: [...arrivals, ...shown.entries] }
}

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
