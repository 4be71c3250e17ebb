// The submissions that admins see, by the filter in the URL and updated live, with their counts; arrivals are announced to screen readers.
// Below is how rows and arrivals follow from loads, live updates and reviews: a resync does not move the rows on screen.

import { useMemo } from 'react'
import type { SubmissionMessage, SubmissionUpdate } from '@thirty/contracts/live/live.ts'
import type { ProjectsResponse, ProjectCard, ProjectStatus } from '@thirty/contracts/projects/api.ts'
import { matchesSearch } from '@thirty/contracts/user-texts/search-text.ts'
import { liveData, reloadsOn, useLiveData, pagesOf } from '../../shared/live/live-data.ts'
import { isAfter } from '../../shared/live/position.ts'
import { throttle } from '../../shared/live/throttle.ts'
import { useSearchParams } from '../../shared/navigation/router.ts'
import { announce } from '../../shared/ui/feedback/shell-messages.tsx'
import { t } from '../../shared/i18n/t.ts'
import { request } from '../../shared/http/http.ts'
import { usePendingReviews } from './review/review-state.ts'

export const pageSize = 100

/**
 * Returns submissions of the current run, newest first: `limit` rows after `cursor`. `counts` ignores the status filter, but not the
 * search and the participant.
 */
function fetchSubmissions(
  { status, search, sort, userId }: SubmissionFilter,
  page: { limit: number; cursor?: string },
  signal?: AbortSignal,
): Promise<ProjectsResponse> {
  const query = { ...page, status: status === 'all' ? undefined : status, search: search || undefined }
  return userId === undefined
    ? request('GET', '/api/projects/all', { query: { ...query, populate: 'user', sort }, signal })
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
    const apply = (list: LoadedSubmissions, { items }: SubmissionMessage): LoadedSubmissions =>
      items.reduce(
        (current, update) =>
          applySubmissionUpdate(current, filter, update, update.project._id in usePendingReviews.getState()),
        list,
      )
    return {
      'submission.received': apply,
      'submission.changed': apply,
      'judging.changed': {
        sequence: () => 'judging',
        change: (list, { items }) =>
          changeProjects(list, (project) => {
            const update = items.findLast(({ projectId }) => projectId === project._id)
            return [update ? { ...project, officialRatings: update.officialRatings } : project]
          }),
      },
      // A new run begins without submissions.
      ...reloadsOn('challenge.changed'),
    }
  },
  onApplied: () => reloadCounts(),
})

const statuses = ['submitted', 'approved', 'rejected'] as const

/** Returns the filter in the URL. */
export function useSubmissionFilter(): SubmissionFilter {
  const [query] = useSearchParams()
  return useMemo(() => {
    const status = statuses.find((known) => known === query.get('status')) ?? 'all'
    const userId = query.get('user') || undefined
    const sort = canSort(status, userId) && query.get('sort') === 'waiting' ? 'waiting' : undefined
    return { status, search: query.get('search')?.trim() ?? '', sort, userId }
  }, [query])
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
}, 1_000)

/** Makes the list of a filter the one on screen, and announces its arrivals, at most every ten seconds. Returns an unsubscribe function. */
export function followSubmissions(filter: SubmissionFilter): () => void {
  shownFilter = filter
  const announceSoon = throttle(async () => {
    const count = shownList()?.arrivals.length ?? 0
    if (count > 0) announce(t('adminSubmissions.arrived', { count }))
  }, 10_000)
  return submissions.at(filter).subscribe(({ data }, previous) => {
    if (data && data.arrivals.length > (previous.data?.arrivals.length ?? 0)) announceSoon()
  })
}

/** `waiting`: the longest waiting first, for pending submissions only. */
export type SubmissionSort = 'newest' | 'waiting'

/** The filter of the list. The URL contains it, so that a filtered list can be bookmarked and shared. */
export type SubmissionFilter = {
  status: ProjectStatus | 'all'
  search: string
  /** `newest` when missing. */
  sort?: SubmissionSort | undefined
  /** Shows only the submissions of the participant with this id. */
  userId?: string | undefined
}

/** Whether the list can be sorted by the waiting time: the pending submissions of everybody can. */
export const canSort = (status: SubmissionFilter['status'], userId: string | undefined): boolean =>
  status === 'submitted' && userId === undefined

/** Returns whether the project matches the filter; a search is found in its name or description. */
function matchesFilter({ status, search, userId }: SubmissionFilter, project: ProjectCard): boolean {
  if (status !== 'all' && project.status !== status) return false
  if (userId !== undefined && project.user._id !== userId) return false
  return [project.projectName, project.description].some((text) => matchesSearch(text, search))
}

/** The rows on screen, the arrivals that are not shown yet, and the rows that another admin has just changed. */
export type SubmissionList = { projects: ProjectCard[]; arrivals: ProjectCard[]; recentlyChanged: string[] }

/** The list with what its response says about all submissions. */
export type LoadedSubmissions = SubmissionList &
  Pick<ProjectsResponse, 'counts' | 'nextCursor' | 'position' | 'epoch'>

/** A reviewed submission does not wait any more; it stays where it was until the list is loaded again. */
const waitsSince = ({ waitingSince, submissionDate }: ProjectCard) =>
  Date.parse(waitingSince ?? submissionDate)

/** Compares two submissions by the order of the list. */
const compare: Record<SubmissionSort, (left: ProjectCard, right: ProjectCard) => number> = {
  newest: (left, right) => Date.parse(right.submissionDate) - Date.parse(left.submissionDate),
  waiting: (left, right) => waitsSince(left) - waitsSince(right),
}

/** Returns the list with what a function makes of each of its rows and arrivals, which is no project for one that leaves it. */
export const changeProjects = <List extends SubmissionList>(
  list: List,
  change: (project: ProjectCard) => ProjectCard[],
): List => ({ ...list, projects: list.projects.flatMap(change), arrivals: list.arrivals.flatMap(change) })

/** Replaces a project among the rows and the arrivals. */
export const replaceProject = <List extends SubmissionList>(list: List, project: ProjectCard): List =>
  changeProjects(list, (other) => [other._id === project._id ? project : other])

/**
 * Applies a live update. Rows on screen change in place; new ones become arrivals, so that the list never jumps. A submission
 * that belongs after the last row comes with its page, if there are more pages.
 */
export function applySubmissionUpdate<List extends SubmissionList & { nextCursor?: string | null }>(
  list: List,
  filter: SubmissionFilter,
  { project, what }: SubmissionUpdate,
  isOwnReview: boolean,
): List {
  const { _id: id } = project
  if (what === 'withdrawn') return changeProjects(list, (other) => (other._id === id ? [] : [other]))
  const shown = list.projects.find(({ _id }) => _id === id)
  if (shown) {
    const changed = replaceProject(list, project)
    if (isOwnReview || shown.status === project.status) return changed
    return { ...changed, recentlyChanged: [...list.recentlyChanged, id] }
  }
  const others = list.arrivals.filter(({ _id }) => _id !== id)
  const last = list.projects.at(-1)
  const isOnLaterPage =
    list.nextCursor != null && last !== undefined && compare[filter.sort ?? 'newest'](project, last) > 0
  const isArrival = matchesFilter(filter, project) && !isOnLaterPage
  return { ...list, arrivals: isArrival ? [...others, project] : others }
}

/** Adds the arrivals to the rows, in the order of the list. */
export function showArrivals<List extends SubmissionList>(list: List, sort: SubmissionSort = 'newest'): List {
  return { ...list, projects: [...list.arrivals, ...list.projects].toSorted(compare[sort]), arrivals: [] }
}

/**
 * Merges a reloaded page: existing rows are updated, rows that no longer match are removed, rows that follow
 * are appended, and rows that belong before them become arrivals.
 */
export function reconcile(
  list: SubmissionList,
  page: readonly ProjectCard[],
  sort: SubmissionSort = 'newest',
): SubmissionList {
  const reloadedById = new Map(page.map((project) => [project._id, project]))
  const remaining = list.projects.flatMap((project) => reloadedById.get(project._id) ?? [])
  const previousStatusById = new Map(list.projects.map((project) => [project._id, project.status]))
  const added = page.filter((project) => !previousStatusById.has(project._id))
  const last = remaining.at(-1)
  const isArrival = (project: ProjectCard) => last !== undefined && compare[sort](project, last) < 0
  const changed = remaining.filter(({ _id, status }) => previousStatusById.get(_id) !== status)
  return {
    projects: [...remaining, ...added.filter((project) => !isArrival(project))],
    arrivals: added.filter(isArrival),
    recentlyChanged: changed.map(({ _id }) => _id),
  }
}
