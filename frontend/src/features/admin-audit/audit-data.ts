// The audit by filter. Live messages only say that there is more, so the newest entries are loaded and held back.

import { request } from '../../shared/http/http.ts'
import { liveData, reloads } from '../../shared/live/live-data.ts'
import { toQuery, type AuditFilter } from './audit-filter.ts'
import { listOf, withArrivals, type AuditList, type AuditPage } from './audit-list.ts'

const pageSize = 100
/** As many as the first page of the table shows. */
const firstCount = 22

export const audit = liveData<AuditList, AuditFilter>({
  load: async (filter, signal) => listOf(await fetchEntries(filter, { minCount: firstCount, signal })),
  merge: withArrivals,
  // Only admins receive the message.
  reloadDelayMs: 500,
  loadMore: async (filter, cursor, signal) => {
    const page = await fetchEntries(filter, { cursor, minCount: 1, signal })
    return (list) => ({
      ...list,
      entries: [...list.entries, ...page.entries],
      nextCursor: page.nextCursor,
    })
  },
  messages: { 'audit.changed': reloads },
})

type FetchOptions = { cursor?: string; minCount: number; signal: AbortSignal }

/** Returns at least `minCount` entries if the log has them: the server looks at a limited part of the log at a time. */
async function fetchEntries(
  filter: AuditFilter,
  { cursor, minCount, signal }: FetchOptions,
): Promise<AuditPage> {
  const first = await fetchPage(filter, cursor, signal)
  const entries = [...first.entries]
  let { nextCursor } = first
  while (nextCursor !== null && entries.length < minCount) {
    // Sequential, because each page needs the cursor of the previous one.
    const page = await fetchPage(filter, nextCursor, signal)
    entries.push(...page.entries)
    nextCursor = page.nextCursor
  }
  return { entries, nextCursor, position: first.position, epoch: first.epoch }
}

const fetchPage = (filter: AuditFilter, cursor: string | undefined, signal: AbortSignal) =>
  request('GET', '/api/admin/audit', {
    query: { ...toQuery(filter), limit: pageSize, ...(cursor !== undefined && { cursor }) },
    area: 'admin',
    signal,
  })
