import { throttle } from '../../shared/live/throttle.ts'
import { announce } from '../../shared/ui/feedback/announcer.tsx'
import { keepListed } from './selection/selection-store.ts'
import type { SubmissionFilter } from './submission-filter.ts'
import { setShownFilter, shownList, submissions } from './submissions-data.ts'
import { t } from '../../shared/i18n/t.ts'

/** Minimum time between two announcements to screen reader users, in milliseconds. */
const announceIntervalMs = 10_000

/** Announces arrivals of the list on screen, and deselects what leaves it. Returns an unsubscribe function. */
export function followSubmissions(filter: SubmissionFilter): () => void {
  setShownFilter(filter)
  const announceSoon = throttle(async () => announceArrivals(), announceIntervalMs)
  return submissions.at(filter).subscribe(({ data }, previous) => {
    if (data === undefined) return
    if (data.arrivals.length > (previous.data?.arrivals.length ?? 0)) announceSoon()
    keepListed(data.projects)
  })
}

function announceArrivals(): void {
  const count = shownList()?.arrivals.length ?? 0
  if (count > 0) announce(t('adminSubmissions.arrived', { count }))
}
