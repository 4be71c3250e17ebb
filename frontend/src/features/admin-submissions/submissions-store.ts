import type { ProjectCard, ReviewRequest } from '@thirty/contracts/api/projects/projects.ts'
import type { SubmissionMessage } from '@thirty/contracts/live.ts'
import { create } from 'zustand'
import { RequestFailed } from '../../shared/http/request-failed.ts'
import { createLiveStore } from '../../shared/live/live-store.ts'
import { isAfter } from '../../shared/live/position.ts'
import { throttle } from '../../shared/live/throttle.ts'
import { onUserChange } from '../../shared/session/user-data.ts'
import { fetchSubmission, fetchSubmissions, sendReview } from './api.ts'
import type { SubmissionFilter } from './submission-filter.ts'
import { applySubmissionUpdate, reconcile, replaceProject } from './submission-list.ts'
import type { LoadedSubmissions } from './submission-list.ts'

export const pageSize = 100
const maxPageSize = 200
/** Minimum time between two requests for the counts, in milliseconds. */
const throttleMs = 1000

/** The submissions by filter, updated live. A resync does not move the rows on screen. */
export const submissionsStore = createLiveStore<LoadedSubmissions, SubmissionFilter>({
  initialKey: { status: 'all', search: '' },
  load: async ({ key: filter, signal, current }) => {
    const limit = Math.min(maxPageSize, Math.max(pageSize, current?.projects.length ?? 0))
    const response = await fetchSubmissions({ ...filter, limit, signal })
    return { ...response, arrivals: [], recentlyChanged: [] }
  },
  merge: (current, loaded) => ({ ...loaded, ...reconcile(current, loaded.projects) }),
  loadMore: async ({ key: filter, data: { nextCursor }, signal }) => {
    if (nextCursor === null) return (list) => list
    const page = await fetchSubmissions({ ...filter, limit: pageSize, cursor: nextCursor, signal })
    return (list) => {
      const knownIds = new Set(list.projects.map((project) => project._id))
      const added = page.projects.filter((project) => !knownIds.has(project._id))
      return { ...list, projects: [...list.projects, ...added], nextCursor: page.nextCursor }
    }
  },
  messages: {
    'submission.received': { apply: applyMessage },
    'submission.changed': { apply: applyMessage },
    'challenge.changed': {
      sequence: () => 'challenge',
      // A new run begins without submissions.
      apply: (list, _, reload) => {
        reload()
        return list
      },
    },
  },
  onApplied: () => reloadCounts(),
})

/** The position stays that of the load: one batch can lead to two messages with the same position. */
function applyMessage(list: LoadedSubmissions, { items }: SubmissionMessage): LoadedSubmissions {
  const { key: filter } = submissionsStore.getState()
  const { pendingReviews } = useSubmissions.getState()
  return items.reduce(
    (current, update) => ({
      ...current,
      ...applySubmissionUpdate(current, filter, update, update.project._id in pendingReviews),
    }),
    list,
  )
}

/** Loads the counts at most once a second: a message does not say which status a submission had before. */
const reloadCounts = throttle(async () => {
  const { key: filter } = submissionsStore.getState()
  await fetchSubmissions({ ...filter, status: 'all', limit: 1 }).then(
    (response) => {
      if (submissionsStore.getState().key !== filter) return
      submissionsStore.change((list) =>
        isAfter(list, response) ? list : { ...list, counts: response.counts },
      )
    },
    // A failure keeps the last counts.
    () => undefined,
  )
}, throttleMs)

type ReviewStore = {
  /** The requested status of each review in progress, by project id. */
  pendingReviews: Readonly<Record<string, ReviewRequest['status']>>
  /** Reviews a submission. Rejects if the request fails; after a 409 the row shows the actual status. */
  review: (project: ProjectCard, review: ReviewRequest) => Promise<void>
}

export const useSubmissions = create<ReviewStore>((set) => ({
  pendingReviews: {},
  review: async (project, review) => {
    const { _id: id } = project
    set(({ pendingReviews }) => ({ pendingReviews: { ...pendingReviews, [id]: review.status } }))
    try {
      await sendReview(id, review)
      submissionsStore.change((list) =>
        replaceProject(list, { ...project, status: review.status, rejectionReason: review.reason ?? null }),
      )
      reloadCounts()
    } catch (error) {
      if (error instanceof RequestFailed && error.status === 409) {
        await fetchSubmission(id).then(
          (actual) => submissionsStore.change((list) => replaceProject(list, actual)),
          // The screen shows the error that is thrown below; the next reload updates the row.
          () => undefined,
        )
      }
      throw error
    } finally {
      set(({ pendingReviews: { [id]: _, ...others } }) => ({ pendingReviews: others }))
    }
  },
}))

onUserChange(() => useSubmissions.setState({ pendingReviews: {} }))

/** Ends the highlight of a row that another admin changed. */
export const clearHighlight = (id: string): void =>
  submissionsStore.change((list) => ({
    ...list,
    recentlyChanged: list.recentlyChanged.filter((changedId) => changedId !== id),
  }))

/** Returns the list inside a component; undefined until it is loaded. */
export const useSubmissionList = (): LoadedSubmissions | undefined =>
  submissionsStore.use(({ view }) => (view.state === 'ready' ? view.data : undefined))
