import type { ProjectCard, ProjectsResponse } from '@thirty/contracts/api/projects/projects.ts'
import type { SubmissionUpdate } from '@thirty/contracts/live.ts'
import { matchesFilter } from './submission-filter.ts'
import type { SubmissionFilter } from './submission-filter.ts'

/** The rows on screen, the arrivals that are not shown yet, and the rows that another admin has just changed. */
export type SubmissionList = { projects: ProjectCard[]; arrivals: ProjectCard[]; recentlyChanged: string[] }

/** The list with what its response says about all submissions. */
export type LoadedSubmissions = SubmissionList &
  Pick<ProjectsResponse, 'counts' | 'nextCursor' | 'position' | 'epoch'>

const without = (projects: ProjectCard[], id: string) => projects.filter((project) => project._id !== id)
const submittedAt = (project: ProjectCard) => Date.parse(project.submissionDate)

/** Replaces a project among the rows and the arrivals. */
export function replaceProject<List extends SubmissionList>(list: List, project: ProjectCard): List {
  const replace = (other: ProjectCard) => (other._id === project._id ? project : other)
  return { ...list, projects: list.projects.map(replace), arrivals: list.arrivals.map(replace) }
}

/** Applies a live update. Rows on screen change in place; new ones become arrivals, so that the list never jumps. */
export function applySubmissionUpdate(
  list: SubmissionList,
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
  return { ...list, arrivals: matchesFilter(filter, project) ? [...otherArrivals, project] : otherArrivals }
}

/** Adds the arrivals to the rows, newest first. */
export function showArrivals<List extends SubmissionList>(list: List): List {
  const projects = [...list.arrivals, ...list.projects]
  return {
    ...list,
    projects: projects.toSorted((left, right) => submittedAt(right) - submittedAt(left)),
    arrivals: [],
  }
}

/**
 * Merges a reloaded page: existing rows are updated, rows that no longer match are removed, older ones are appended,
 * and newer ones become arrivals.
 */
export function reconcile(list: SubmissionList, page: readonly ProjectCard[]): SubmissionList {
  const reloadedById = new Map(page.map((project) => [project._id, project]))
  const remaining = list.projects.flatMap((project) => reloadedById.get(project._id) ?? [])
  const previousStatusById = new Map(list.projects.map((project) => [project._id, project.status]))
  const added = page.filter((project) => !previousStatusById.has(project._id))
  const oldest = remaining.at(-1)
  const isArrival = (project: ProjectCard) =>
    oldest !== undefined && submittedAt(project) > submittedAt(oldest)
  return {
    projects: [...remaining, ...added.filter((project) => !isArrival(project))],
    arrivals: added.filter(isArrival),
    recentlyChanged: remaining
      .filter((project) => previousStatusById.get(project._id) !== project.status)
      .map((project) => project._id),
  }
}
