// The submissions that admins see, by the filter in the URL and updated live, with their counts; arrivals are announced to screen readers.
// A resync does not move the rows on screen.

import { useMemo } from 'react'
import type { SubmissionMessage } from '@thirty/contracts/live/live.ts'
import type { ProjectsResponse } from '@thirty/contracts/projects/api.ts'
import { liveData, reloadsOn, useLiveData, pagesOf } from '../../shared/live/live-data.ts'
import { isAfter } from '../../shared/live/position.ts'
import { throttle } from '../../shared/live/throttle.ts'
import { useSearchParams } from '../../shared/navigation/router.ts'
import { announce } from '../../shared/ui/feedback/toasts.tsx'
import { t } from '../../shared/i18n/t.ts'
import { request } from '../../shared/http/http.ts'
import { usePendingReviews } from './review/review-state.ts'
import {
  parseFilter,
  type SubmissionFilter,
  applySubmissionUpdate,
  reconcile,
  withOfficialRatings,
  type LoadedSubmissions,
} from './submission-list.ts'

export const pageSize = 100
/** Minimum time between two requests for the counts, in milliseconds. */
const throttleMs = 1000

/**
 * Returns submissions of the current run, newest first: `limit` rows after `cursor`. `counts` ignores the status filter, but not the
 * search and the participant.
 */
function fetchSubmissions(
  { status, search, sort, userId }: SubmissionFilter,
  page: { limit: number; cursor?: string },
  signal?: AbortSignal,
): Promise<ProjectsResponse> {
  const query = { ...page, ...(status !== 'all' && { status }), ...(search !== '' && { search }) }
  return userId === undefined
    ? request('GET', '/api/projects/all', {
        query: { ...query, populate: 'user', ...(sort === 'waiting' && { sort }) },
        signal,
      })
    : request('GET', '/api/projects/user/:userId', { params: { userId }, query, signal })
}

export const submissions = liveData<LoadedSubmissions, SubmissionFilter>({
  ...pagesOf('projects', {
    pageSize,
    fetchPage: async (filter: SubmissionFilter, page, signal): Promise<LoadedSubmissions> => ({
      ...(await fetchSubmissions(filter, page, signal)),
      arrivals: [],
      recentlyChanged: [],
    }),
    idOf: ({ _id }) => _id,
  }),
  merge: (current, loaded, { sort }) => ({ ...loaded, ...reconcile(current, loaded.projects, sort) }),
  messages: (filter) => {
    // The position stays that of the load: one batch can lead to two messages with the same position.
    const apply = (list: LoadedSubmissions, { items }: SubmissionMessage): LoadedSubmissions => {
      const pendingReviews = usePendingReviews.getState()
      return items.reduce(
        (current, update) => ({
          ...current,
          ...applySubmissionUpdate(current, filter, update, update.project._id in pendingReviews),
        }),
        list,
      )
    }
    return {
      'submission.received': { apply },
      'submission.changed': { apply },
      'judging.changed': {
        sequence: () => 'judging',
        apply: (list, { items }) => ({ ...list, projects: withOfficialRatings(list.projects, items) }),
      },
      // A new run begins without submissions.
      'challenge.changed': reloadsOn('challenge'),
    }
  },
  onApplied: () => reloadCounts(),
  isEmpty: ({ projects }) => projects.length === 0,
})

/** Returns the filter in the URL. */
export function useSubmissionFilter(): SubmissionFilter {
  const [query] = useSearchParams()
  return useMemo(() => parseFilter(query), [query])
}

/** Returns the submissions of the filter in the URL. */
export const useSubmissions = () => useLiveData(submissions, useSubmissionFilter())

/** The filter of the list on screen. */
let shownFilter: SubmissionFilter = { status: 'all', search: '' }

/** Returns the list on screen; undefined until it is loaded. */
export const shownList = (): LoadedSubmissions | undefined => submissions.at(shownFilter).getState().data

/**
 * Loads the counts at most once a second: a message does not say which status a submission had before. While the list is loaded it waits:
 * a change then would begin the load anew, and with many messages it would never end.
 */
export const reloadCounts: () => void = throttle(async () => {
  const filter = shownFilter
  const entry = submissions.at(filter)
  if (entry.isLoading()) return reloadCounts()
  await fetchSubmissions({ ...filter, status: 'all', sort: undefined }, { limit: 1 }).then(
    (response) => {
      if (entry.isLoading()) return reloadCounts()
      entry.change((list) => (isAfter(list, response) ? list : { ...list, counts: response.counts }))
    },
    // A failure keeps the last counts.
    () => undefined,
  )
}, throttleMs)

/** Minimum time between two announcements to screen reader users, in milliseconds. */
const announceIntervalMs = 10_000

/** Makes the list of a filter the one on screen, and announces its arrivals. Returns an unsubscribe function. */
export function followSubmissions(filter: SubmissionFilter): () => void {
  shownFilter = filter
  const announceSoon = throttle(async () => {
    const count = shownList()?.arrivals.length ?? 0
    if (count > 0) announce(t('adminSubmissions.arrived', { count }))
  }, announceIntervalMs)
  return submissions.at(filter).subscribe(({ data }, previous) => {
    if (data && data.arrivals.length > (previous.data?.arrivals.length ?? 0)) announceSoon()
  })
}
