// The filter of the list of submissions, and how its rows and arrivals follow from loads, live updates and reviews.

import type { ProjectCard, ProjectsResponse, ProjectStatus } from '@thirty/contracts/projects/api.ts'
import type { SubmissionUpdate } from '@thirty/contracts/live/live.ts'
import { matchesSearch } from '@thirty/contracts/user-texts/search-text.ts'

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

const statuses = ['submitted', 'approved', 'rejected'] as const

/** Reads the filter from the query of the URL. */
export function parseFilter(query: URLSearchParams): SubmissionFilter {
  const requested = query.get('status')
  const status = statuses.find((known) => known === requested) ?? 'all'
  const userId = query.get('user') || undefined
  return {
    status,
    search: query.get('search')?.trim() ?? '',
    sort: canSort(status, userId) && query.get('sort') === 'waiting' ? 'waiting' : undefined,
    userId,
  }
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

const without = (projects: ProjectCard[], id: string) => projects.filter((project) => project._id !== id)
const submittedAt = (project: ProjectCard) => Date.parse(project.submissionDate)
/** A reviewed submission does not wait any more; it stays where it was until the list is loaded again. */
const waitsSince = ({ waitingSince, submissionDate }: ProjectCard) =>
  Date.parse(waitingSince ?? submissionDate)

/** Compares two submissions by the order of the list. */
const compare: Record<SubmissionSort, (left: ProjectCard, right: ProjectCard) => number> = {
  newest: (left, right) => submittedAt(right) - submittedAt(left),
  waiting: (left, right) => waitsSince(left) - waitsSince(right),
}

/** Replaces a project among the rows and the arrivals. */
export function replaceProject<List extends SubmissionList>(list: List, project: ProjectCard): List {
  const replace = (other: ProjectCard) => (other._id === project._id ? project : other)
  return { ...list, projects: list.projects.map(replace), arrivals: list.arrivals.map(replace) }
}

/** Returns the projects with the number of official ratings that a message says. */
export const withOfficialRatings = (
  projects: ProjectCard[],
  updates: readonly { projectId: string | null; officialRatings: number }[],
): ProjectCard[] =>
  projects.map((project) => {
    const update = updates.findLast(({ projectId }) => projectId === project._id)
    return update === undefined ? project : { ...project, officialRatings: update.officialRatings }
  })

/**
 * Applies a live update. Rows on screen change in place; new ones become arrivals, so that the list never jumps. A submission
 * that belongs after the last row comes with its page, if there are more pages.
 */
export function applySubmissionUpdate(
  list: SubmissionList & { nextCursor?: string | null },
  filter: SubmissionFilter,
  { project, what }: SubmissionUpdate,
  isOwnReview: boolean,
): SubmissionList {
  const { _id: id } = project
  if (what === 'withdrawn') {
    return { ...list, projects: without(list.projects, id), arrivals: without(list.arrivals, id) }
  }
  const shown = list.projects.find((other) => other._id === id)
  if (shown) {
    const recentlyChanged =
      isOwnReview || shown.status === project.status ? list.recentlyChanged : [...list.recentlyChanged, id]
    return { ...replaceProject(list, project), recentlyChanged }
  }
  const otherArrivals = without(list.arrivals, id)
  const last = list.projects.at(-1)
  const isOnLaterPage =
    list.nextCursor != null && last !== undefined && compare[filter.sort ?? 'newest'](project, last) > 0
  const isArrival = matchesFilter(filter, project) && !isOnLaterPage
  return { ...list, arrivals: isArrival ? [...otherArrivals, project] : otherArrivals }
}

/** Adds the arrivals to the rows, in the order of the list. */
export function showArrivals<List extends SubmissionList>(list: List, sort: SubmissionSort = 'newest'): List {
  const projects = [...list.arrivals, ...list.projects]
  return {
    ...list,
    projects: projects.toSorted(compare[sort]),
    arrivals: [],
  }
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
  return {
    projects: [...remaining, ...added.filter((project) => !isArrival(project))],
    arrivals: added.filter(isArrival),
    recentlyChanged: remaining
      .filter((project) => previousStatusById.get(project._id) !== project.status)
      .map((project) => project._id),
  }
}
