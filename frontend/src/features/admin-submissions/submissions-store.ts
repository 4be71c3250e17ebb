import type { ProjectCard, ProjectsAnswer, ReviewRequest } from '@thirty/contracts/api/projects.ts'
import type { SubmissionFrame } from '@thirty/contracts/live.ts'
import { create } from 'zustand'
import { coalesced } from '../../shared/coalesced.ts'
import { RequestFailed } from '../../shared/http-problem.ts'
import { isAfter } from '../../shared/live-connection.ts'
import { fetchSubmission, fetchSubmissions, sendReview } from './api.ts'
import type { SubmissionFilter } from './submission-filter.ts'
import { caughtUp, heard, replaced, withArrivals } from './submission-list.ts'
import type { SubmissionList } from './submission-list.ts'

type Ready = SubmissionList & { state: 'ready'; nextCursor: string | null }
type SubmissionsView = { state: 'loading' } | { state: 'failed'; error: unknown } | Ready

type SubmissionsStore = {
  view: SubmissionsView
  filter: SubmissionFilter
  counts: ProjectsAnswer['counts'] | undefined
  /** Reviews under way, by project. */
  sending: Readonly<Record<string, ReviewRequest['status']>>
  fetching: boolean
  /** Shows another list. */
  open: (filter: SubmissionFilter) => Promise<void>
  /** The same list from its start; what is on screen stays until the answer is there. Rejects when there is none. */
  refresh: () => Promise<void>
  /** Adds the next page. Rejects when there is no answer. */
  more: () => Promise<void>
  /** Compares with the server after a lost line, without pushing a row down. */
  catchUp: () => Promise<void>
  hear: (frame: SubmissionFrame) => void
  showArrivals: () => void
  /** Lets the tint of a row go that somebody else has changed. */
  settle: (id: string) => void
  /** Rejects when the server refuses; after a 409 the row shows what is true. */
  review: (project: ProjectCard, review: ReviewRequest) => Promise<void>
}

const pageSize = 100
const longestPage = 200
/** How many frames are kept for answers that are older than what was heard while they were on their way. */
const remembered = 50
/** Milliseconds between two counts, however fast submissions come in. */
const breath = 1000

export const useSubmissions = create<SubmissionsStore>((set, read) => {
  let recent: SubmissionFrame[] = []

  const change = (evolve: (list: Ready) => SubmissionList) =>
    set(({ view }) => (view.state === 'ready' ? { view: { ...view, ...evolve(view) } } : {}))

  const apply = ({ items }: SubmissionFrame) => {
    const { filter, sending } = read()
    change((list) =>
      items.reduce<SubmissionList>(
        (sofar, news) => heard(sofar, filter, news, news.project._id in sending),
        list,
      ),
    )
  }

  /** Asks for a page of the present list; `undefined` when the reader has meanwhile gone to another one. */
  const ask = async (limit: number, cursor?: string): Promise<ProjectsAnswer | undefined> => {
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

  const show = ({ counts, nextCursor, position }: ProjectsAnswer, list: SubmissionList) => {
    set({ counts, view: { ...list, state: 'ready', nextCursor } })
    for (const frame of recent) if (isAfter(frame.position, position)) apply(frame)
  }

  /** However many frames come in, one call a second. A count that cannot be had stays as it was. */
  const recount = coalesced(async () => {
    const { filter } = read()
    await fetchSubmissions({ ...filter, status: 'all', limit: 1 }).then(
      ({ counts }) => read().filter === filter && set({ counts }),
      () => undefined,
    )
  }, breath)

  return {
    view: { state: 'loading' },
    filter: { status: 'all', search: '' },
    counts: undefined,
    sending: {},
    fetching: false,
    open: async (filter) => {
      recent = []
      const before = read().filter
      const sameSearch = filter.search === before.search && filter.user === before.user
      set({ filter, view: { state: 'loading' }, ...(!sameSearch && { counts: undefined }) })
      await read()
        .refresh()
        .catch((error: unknown) => set({ view: { state: 'failed', error } }))
    },
    refresh: async () => {
      const answer = await ask(pageSize)
      if (answer) show(answer, { projects: answer.projects, arrivals: [], touched: [] })
    },
    more: async () => {
      const { view } = read()
      if (view.state !== 'ready' || view.nextCursor === null) return
      const answer = await ask(pageSize, view.nextCursor)
      if (!answer) return
      const known = new Set(view.projects.map((project) => project._id))
      const added = answer.projects.filter((project) => !known.has(project._id))
      change((list) => ({ ...list, projects: [...list.projects, ...added] }))
      set(({ view: now }) =>
        now.state === 'ready' ? { view: { ...now, nextCursor: answer.nextCursor } } : {},
      )
    },
    catchUp: async () => {
      const { view } = read()
      if (view.state === 'failed') return read().open(read().filter)
      if (view.state === 'loading') return
      const answer = await ask(Math.min(longestPage, Math.max(pageSize, view.projects.length)))
      const now = read().view
      if (answer && now.state === 'ready') show(answer, caughtUp(now, answer.projects))
    },
    hear: (frame) => {
      recent = [...recent, frame].slice(-remembered)
      apply(frame)
      recount()
    },
    showArrivals: () => change(withArrivals),
    settle: (id) => change((list) => ({ ...list, touched: list.touched.filter((each) => each !== id) })),
    review: async (project, review) => {
      const { _id: id } = project
      set(({ sending }) => ({ sending: { ...sending, [id]: review.status } }))
      try {
        await sendReview(id, review)
        change((list) =>
          replaced(list, { ...project, status: review.status, rejectionReason: review.reason ?? null }),
        )
        recount()
      } catch (error) {
        if (error instanceof RequestFailed && error.status === 409) {
          await fetchSubmission(id).then(
            (truth) => change((list) => replaced(list, truth)),
            // The words of the refusal are shown all the same; the next refresh brings the row up to date.
            () => undefined,
          )
        }
        throw error
      } finally {
        set(({ sending: { [id]: _, ...others } }) => ({ sending: others }))
      }
    },
  }
})
