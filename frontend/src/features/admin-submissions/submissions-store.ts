import type { ProjectCard, ReviewRequest } from '@thirty/contracts/api/projects/projects.ts'
import type { ReviewOutcome } from '@thirty/contracts/api/projects/reviews.ts'
import type { SubmissionMessage } from '@thirty/contracts/live.ts'
import { create } from 'zustand'
import { RequestFailed } from '../../shared/http/request-failed.ts'
import { createLiveStore } from '../../shared/live/live-store.ts'
import { isAfter } from '../../shared/live/position.ts'
import { throttle } from '../../shared/live/throttle.ts'
import { onUserChange } from '../../shared/session/user-data.ts'
import { fetchSubmission, fetchSubmissions, sendReview } from './api.ts'
import type { ReviewOptions } from './api.ts'
import type { SubmissionFilter } from './submission-filter.ts'
import { applySubmissionUpdate, reconcile, replaceProject, withOfficialRatings } from './submission-list.ts'
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
  merge: (current, loaded): LoadedSubmissions => ({
    ...loaded,
    ...reconcile(current, loaded.projects, submissionsStore.getState().key.sort),
  }),
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
    'judging.changed': {
      sequence: () => 'judging',
      apply: (list, { items }) => ({ ...list, projects: withOfficialRatings(list.projects, items) }),
    },
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
  await fetchSubmissions({ ...filter, status: 'all', sort: undefined, limit: 1 }).then(
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
  review: (project: ProjectCard, review: ReviewRequest, options?: ReviewOptions) => Promise<void>
  /**
   * Reviews several submissions with one request and shows the status that each has then. Returns what `send` resolves to;
   * rejects if that rejects.
   */
  reviewMany: (
    ids: readonly string[],
    review: ReviewRequest,
    send: () => Promise<ReviewOutcome[]>,
  ) => Promise<ReviewOutcome[]>
}

export const useSubmissions = create<ReviewStore>((set) => ({
  pendingReviews: {},
  review: async (project, review, options) => {
    const { _id: id } = project
    set(({ pendingReviews }) => ({ pendingReviews: { ...pendingReviews, [id]: review.status } }))
    try {
      await sendReview(id, { ...review, ...(project.version && { version: project.version }) }, options)
      submissionsStore.change((list) => withReview(list, id, review))
      reloadCounts()
    } catch (error) {
      // The screen shows the error that is thrown below.
      if (error instanceof RequestFailed && error.status === 409) await showActual(id)
      throw error
    } finally {
      set(({ pendingReviews: { [id]: _, ...others } }) => ({ pendingReviews: others }))
    }
  },
  reviewMany: async (ids, review, send) => {
    const own = Object.fromEntries(ids.map((id) => [id, review.status]))
    set(({ pendingReviews }) => ({ pendingReviews: { ...pendingReviews, ...own } }))
    try {
      const outcomes = await send()
      submissionsStore.change((list) => withOwnReviews(list, outcomes, review))
      reloadCounts()
      await Promise.all(outcomes.filter(isOutdated).map(({ projectId }) => showActual(projectId)))
      return outcomes
    } finally {
      set(({ pendingReviews }) => ({
        pendingReviews: Object.fromEntries(Object.entries(pendingReviews).filter(([id]) => !(id in own))),
      }))
    }
  },
}))

/** Returns the project after a review: it does not wait any more. */
const reviewedProject = (
  { waitingSince: _, ...project }: ProjectCard,
  { status, reason }: ReviewRequest,
): ProjectCard => ({ ...project, status, rejectionReason: reason ?? null })

/** Applies a review to the submission as it is in the list now: an answered conflict may have brought a newer version than the one reviewed. */
function withReview(list: LoadedSubmissions, id: string, review: ReviewRequest): LoadedSubmissions {
  const current = [...list.projects, ...list.arrivals].find(({ _id }) => _id === id)
  return current ? replaceProject(list, reviewedProject(current, review)) : list
}

/** Shows a submission as it is now. A failure leaves the row to the next reload. */
const showActual = (id: string): Promise<void> =>
  fetchSubmission(id).then(
    (actual) => submissionsStore.change((list) => replaceProject(list, actual)),
    () => undefined,
  )

/** Shows the reviews that were recorded, and removes the submissions that no longer exist. */
function withOwnReviews(
  list: LoadedSubmissions,
  outcomes: readonly ReviewOutcome[],
  review: ReviewRequest,
): LoadedSubmissions {
  const outcomeById = new Map(outcomes.map(({ projectId, outcome }) => [projectId, outcome]))
  const exists = ({ _id }: ProjectCard) =>
    !['withdrawn', 'not-found'].includes(outcomeById.get(_id) ?? 'unchanged')
  return {
    ...list,
    projects: list.projects
      .filter(exists)
      .map((project) =>
        outcomeById.get(project._id) === 'reviewed' ? reviewedProject(project, review) : project,
      ),
  }
}

/** Whether the row does not yet show what somebody else did. */
function isOutdated(outcome: ReviewOutcome): boolean {
  const { view } = submissionsStore.getState()
  if (outcome.outcome === 'revised') return true
  if (outcome.outcome !== 'already-reviewed' || view.state !== 'ready') return false
  const row = view.data.projects.find(({ _id }) => _id === outcome.projectId)
  return row !== undefined && row.status !== outcome.review.status
}

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
