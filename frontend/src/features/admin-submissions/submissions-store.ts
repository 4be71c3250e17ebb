import type { ProjectCard, ProjectsResponse, ReviewRequest } from '@thirty/contracts/api/projects/projects.ts'
import type { SubmissionMessage } from '@thirty/contracts/live.ts'
import { create } from 'zustand'
import { throttle } from '../../shared/live/throttle.ts'
import { RequestFailed } from '../../shared/http/request-failed.ts'
import { isAfter } from '../../shared/live/live-connection.ts'
import { fetchSubmission, fetchSubmissions, sendReview } from './api.ts'
import type { SubmissionFilter } from './submission-filter.ts'
import { reconcile, applySubmissionUpdate, replaceProject, showArrivals } from './submission-list.ts'
import type { SubmissionList } from './submission-list.ts'

type Ready = SubmissionList & { state: 'ready'; nextCursor: string | null }
type SubmissionsState = { state: 'loading' } | { state: 'failed'; error: unknown } | Ready

type SubmissionsStore = {
  list: SubmissionsState
  filter: SubmissionFilter
  counts: ProjectsResponse['counts'] | undefined
  /** The requested status of each review in progress, by project id. */
  pendingReviews: Readonly<Record<string, ReviewRequest['status']>>
  fetching: boolean
  /** Loads the list for another filter. */
  load: (filter: SubmissionFilter) => Promise<void>
  /** Reloads the list from its start; the current rows stay until the response arrives. Rejects if the request fails. */
  refresh: () => Promise<void>
  /** Appends the next page. Rejects if the request fails. */
  loadMore: () => Promise<void>
  /** Reloads after a lost connection without moving the rows on screen. */
  resync: () => Promise<void>
  applyUpdate: (update: SubmissionMessage) => void
  showArrivals: () => void
  /** Ends the highlight of a row that another admin changed. */
  clearHighlight: (id: string) => void
  /** Reviews a submission. Rejects if the request fails; after a 409 the row shows the actual status. */
  review: (project: ProjectCard, review: ReviewRequest) => Promise<void>
}

const pageSize = 100
const maxPageSize = 200
/** How many updates are buffered during a load. They are applied to its response, which may be older. */
const maxBufferedUpdates = 50
/** Minimum time between two requests for the counts, in milliseconds. */
const throttleMs = 1000

export const useSubmissions = create<SubmissionsStore>((set, get) => {
  let bufferedUpdates: SubmissionMessage[] = []

  const changeList = (change: (list: Ready) => Partial<Omit<Ready, 'state'>>) =>
    set(({ list }) => (list.state === 'ready' ? { list: { ...list, ...change(list) } } : {}))

  const apply = ({ items }: SubmissionMessage) => {
    const { filter, pendingReviews } = get()
    changeList((list) =>
      items.reduce<SubmissionList>(
        (current, update) =>
          applySubmissionUpdate(current, filter, update, update.project._id in pendingReviews),
        list,
      ),
    )
  }

  /** Loads a page of the current list; resolves to undefined if the filter has changed meanwhile. */
  const fetchPage = async (limit: number, cursor?: string): Promise<ProjectsResponse | undefined> => {
    const { filter } = get()
    set({ fetching: true })
    try {
      const response = await fetchSubmissions({ ...filter, limit, ...(cursor !== undefined && { cursor }) })
      return get().filter === filter ? response : undefined
    } catch (error) {
      if (get().filter !== filter) return undefined
      throw error
    } finally {
      if (get().filter === filter) set({ fetching: false })
    }
  }

  const setPage = (response: ProjectsResponse, list: SubmissionList) => {
    const { counts, nextCursor } = response
    set({ counts, list: { ...list, state: 'ready', nextCursor } })
    for (const update of bufferedUpdates) if (isAfter(update, response)) apply(update)
  }

  /** Reloads the counts at most once a second. A failure keeps the last counts. */
  const reloadCounts = throttle(async () => {
    const { filter } = get()
    await fetchSubmissions({ ...filter, status: 'all', limit: 1 }).then(
      ({ counts }) => get().filter === filter && set({ counts }),
      () => undefined,
    )
  }, throttleMs)

  return {
    list: { state: 'loading' },
    filter: { status: 'all', search: '' },
    counts: undefined,
    pendingReviews: {},
    fetching: false,
    load: async (filter) => {
      bufferedUpdates = []
      const previous = get().filter
      const keepsCounts = filter.search === previous.search && filter.userId === previous.userId
      set({ filter, list: { state: 'loading' }, ...(!keepsCounts && { counts: undefined }) })
      await get()
        .refresh()
        .catch((error: unknown) => set({ list: { state: 'failed', error } }))
    },
    refresh: async () => {
      const response = await fetchPage(pageSize)
      if (response) setPage(response, { projects: response.projects, arrivals: [], recentlyChanged: [] })
    },
    loadMore: async () => {
      const { list } = get()
      if (list.state !== 'ready' || list.nextCursor === null) return
      const response = await fetchPage(pageSize, list.nextCursor)
      if (!response) return
      const knownIds = new Set(list.projects.map((project) => project._id))
      const added = response.projects.filter((project) => !knownIds.has(project._id))
      changeList(({ projects }) => ({
        projects: [...projects, ...added],
        nextCursor: response.nextCursor,
      }))
    },
    resync: async () => {
      const { list } = get()
      if (list.state === 'failed') return get().load(get().filter)
      if (list.state === 'loading') return
      const response = await fetchPage(Math.min(maxPageSize, Math.max(pageSize, list.projects.length)))
      const current = get().list
      if (response && current.state === 'ready') setPage(response, reconcile(current, response.projects))
    },
    applyUpdate: (update) => {
      bufferedUpdates = [...bufferedUpdates, update].slice(-maxBufferedUpdates)
      apply(update)
      reloadCounts()
    },
    showArrivals: () => changeList(showArrivals),
    clearHighlight: (id) =>
      changeList(({ recentlyChanged }) => ({
        recentlyChanged: recentlyChanged.filter((changedId) => changedId !== id),
      })),
    review: async (project, review) => {
      const { _id: id } = project
      set(({ pendingReviews }) => ({
        pendingReviews: { ...pendingReviews, [id]: review.status },
      }))
      try {
        await sendReview(id, review)
        changeList((list) =>
          replaceProject(list, { ...project, status: review.status, rejectionReason: review.reason ?? null }),
        )
        reloadCounts()
      } catch (error) {
        if (error instanceof RequestFailed && error.status === 409) {
          await fetchSubmission(id).then(
            (actual) => changeList((list) => replaceProject(list, actual)),
            // The screen shows the error that is thrown below; the next reload updates the row.
            () => undefined,
          )
        }
        throw error
      } finally {
        set(({ pendingReviews: { [id]: _, ...others } }) => ({ pendingReviews: others }))
      }
    },
  }
})
