// The entries of the audit on screen, and the arrivals that wait to be shown.

import type { AuditEntry, AuditResponse } from '@thirty/contracts/audit/api.ts'

/** Some entries, newest first, and the cursor of older ones. */
export type AuditPage = Pick<AuditResponse, 'nextCursor' | 'position' | 'epoch'> & {
  entries: readonly AuditEntry[]
}

/**
 * The entries on screen and the new ones. `replacement`: more arrived than were loaded, so there is a gap; the
 * loaded page replaces the list when the arrivals are shown.
 */
export type AuditList = AuditPage & {
  arrivals: readonly AuditEntry[]
  replacement?: AuditPage
}

export const listOf = (page: AuditPage): AuditList => ({ ...page, arrivals: [] })

/** Adds a newly loaded first page: what is new becomes arrivals, so that the list never jumps. */
export function withArrivals(list: AuditList, page: AuditPage): AuditList {
  const { position, epoch } = page
  const newest = list.entries[0]
  if (newest === undefined) return listOf(page)
  const index = page.entries.findIndex(({ id }) => id === newest.id)
  const { replacement: _, ...shown } = list
  return index === -1
    ? { ...shown, position, epoch, arrivals: page.entries, replacement: page }
    : { ...shown, position, epoch, arrivals: page.entries.slice(0, index) }
}

/** Shows the arrivals. */
export function showArrivals(list: AuditList): AuditList {
  const { arrivals, replacement, ...shown } = list
  if (replacement !== undefined) return { ...shown, ...replacement, arrivals: [] }
  return { ...shown, entries: [...arrivals, ...shown.entries], arrivals: [] }
}
