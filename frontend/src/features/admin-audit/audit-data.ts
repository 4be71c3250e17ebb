// The audit by filter. Live messages only say that there is more, so the newest entries are loaded and held back.

import type { AuditEntry, AuditResponse } from '@thirty/contracts/audit/api.ts'
import { request } from '../../shared/http/http.ts'
import { liveData, reloads } from '../../shared/live/live-data.ts'
import { pagesOf } from '../../shared/live/pages.ts'
import { toQuery, type AuditFilter } from './audit-filter.ts'

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
