import type { ProjectCard, ProjectsResponse, ReviewRequest } from '@thirty/contracts/api/projects/projects.ts'
import type { SubmissionMessage } from '@thirty/contracts/live.ts'
import { create } from 'zustand'
import { throttle } from '../../shared/live/throttle.ts'
import { RequestFailed } from '../../shared/http/request-failed.ts'
import { isPositionAfter } from '../../shared/live/live-connection.ts'
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
  /** The pending reviews, by project id. */
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
  applyUpdate: (frame: SubmissionMessage) => void
  showArrivals: () => void
  /** Ends the highlight of a row that another admin changed. */
  clearHighlight: (id: string) => void
  /** Reviews a submission. Rejects if the server refuses; after a 409 the row shows the actual status. */
  review: (project: ProjectCard, review: ReviewRequest) => Promise<void>
}

const pageSize = 100
const longestPage = 200
/** How many updates are buffered during a load, whose response may be older than they are. */
const remembered = 50
/** Minimum time between two requests for the counts, in milliseconds. */
const breath = 1000

export const useSubmissions = create<SubmissionsStore>((set, read) => {
  let recent: SubmissionMessage[] = []

  const change = (evolve: (list: Ready) => SubmissionList) =>
    set(({ list: view }) => (view.state === 'ready' ? { list: { ...view, ...evolve(view) } } : {}))

  const apply = ({ items }: SubmissionMessage) => {
    const { filter, pendingReviews: sending } = read()
    change((list) =>
      items.reduce<SubmissionList>(
        (sofar, news) => applySubmissionUpdate(sofar, filter, news, news.project._id in sending),
        list,
      ),
    )
  }

  /** Loads a page of the current list; resolves to undefined if the filter has changed meanwhile. */
  const ask = async (limit: number, cursor?: string): Promise<ProjectsResponse | undefined> => {
    const { filter } = read()
    set({ fetching: true })
    try {
      const answer = await fetchSubmissions({ ...filter, limit, ...(cursor !== undefined && { cursor }) })
      return read().filter === filter ? answer : undefined
    } catch (error) {
      if (read().filter !== filter) return undefined
      throw error
    } finally {
      if (read().filter === filter) set({ fetching: false })
    }
  }

  const show = ({ counts, nextCursor, position }: ProjectsResponse, list: SubmissionList) => {
    set({ counts, list: { ...list, state: 'ready', nextCursor } })
    for (const frame of recent) if (isPositionAfter(frame.position, position)) apply(frame)
  }

  /** Reloads the counts at most once a second. A failure keeps the last counts. */
  const recount = throttle(async () => {
    const { filter } = read()
    await fetchSubmissions({ ...filter, status: 'all', limit: 1 }).then(
      ({ counts }) => read().filter === filter && set({ counts }),
      () => undefined,
    )
  }, breath)

  return {
    list: { state: 'loading' },
    filter: { status: 'all', search: '' },
    counts: undefined,
    pendingReviews: {},
    fetching: false,
    load: async (filter) => {
      recent = []
      const before = read().filter
      const sameSearch = filter.search === before.search && filter.user === before.user
      set({ filter, list: { state: 'loading' }, ...(!sameSearch && { counts: undefined }) })
      await read()
        .refresh()
        .catch((error: unknown) => set({ list: { state: 'failed', error } }))
    },
    refresh: async () => {
      const answer = await ask(pageSize)
      if (answer) show(answer, { projects: answer.projects, arrivals: [], recentlyChanged: [] })
    },
    loadMore: async () => {
      const { list: view } = read()
      if (view.state !== 'ready' || view.nextCursor === null) return
      const answer = await ask(pageSize, view.nextCursor)
      if (!answer) return
      const known = new Set(view.projects.map((project) => project._id))
      const added = answer.projects.filter((project) => !known.has(project._id))
      change((list) => ({ ...list, projects: [...list.projects, ...added] }))
      set(({ list: now }) =>
        now.state === 'ready' ? { list: { ...now, nextCursor: answer.nextCursor } } : {},
      )
    },
    resync: async () => {
      const { list: view } = read()
      if (view.state === 'failed') return read().load(read().filter)
      if (view.state === 'loading') return
      const answer = await ask(Math.min(longestPage, Math.max(pageSize, view.projects.length)))
      const now = read().list
      if (answer && now.state === 'ready') show(answer, reconcile(now, answer.projects))
    },
    applyUpdate: (frame) => {
      recent = [...recent, frame].slice(-remembered)
      apply(frame)
      recount()
    },
    showArrivals: () => change(showArrivals),
    clearHighlight: (id) =>
      change((list) => ({ ...list, recentlyChanged: list.recentlyChanged.filter((each) => each !== id) })),
    review: async (project, review) => {
      const { _id: id } = project
      set(({ pendingReviews: sending }) => ({ pendingReviews: { ...sending, [id]: review.status } }))
      try {
        await sendReview(id, review)
        change((list) =>
          replaceProject(list, { ...project, status: review.status, rejectionReason: review.reason ?? null }),
        )
        recount()
      } catch (error) {
        if (error instanceof RequestFailed && error.status === 409) {
          await fetchSubmission(id).then(
            (truth) => change((list) => replaceProject(list, truth)),
            // The message of the refusal is shown anyway; the next reload updates the row.
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
