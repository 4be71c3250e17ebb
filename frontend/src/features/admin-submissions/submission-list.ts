import type { ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import type { SubmissionUpdate } from '@thirty/contracts/live.ts'
import { matchesFilter } from './submission-filter.ts'
import type { SubmissionFilter } from './submission-filter.ts'

/** The rows on screen, the arrivals that are not shown yet, and the rows that another admin has just changed. */
export type SubmissionList = { projects: ProjectCard[]; arrivals: ProjectCard[]; recentlyChanged: string[] }

const without = (projects: ProjectCard[], id: string) => projects.filter((project) => project._id !== id)
const handedInAt = (project: ProjectCard) => Date.parse(project.submissionDate)

/** Replaces a project among the rows and the arrivals. */
export function replaceProject(list: SubmissionList, project: ProjectCard): SubmissionList {
  const swap = (each: ProjectCard) => (each._id === project._id ? project : each)
  return { ...list, projects: list.projects.map(swap), arrivals: list.arrivals.map(swap) }
}

/** Applies a live update. Rows on screen change in place; new ones become arrivals, so that the list never jumps. */
export function applySubmissionUpdate(
  list: SubmissionList,
  filter: SubmissionFilter,
  { project, what }: SubmissionUpdate,
  own: boolean,
): SubmissionList {
  const { _id: id } = project
  if (what === 'withdrawn') {
    return { ...list, projects: without(list.projects, id), arrivals: without(list.arrivals, id) }
  }
  const shown = list.projects.find((each) => each._id === id)
  if (shown) {
    const touched =
      own || shown.status === project.status ? list.recentlyChanged : [...list.recentlyChanged, id]
    return { ...replaceProject(list, project), recentlyChanged: touched }
  }
  const others = without(list.arrivals, id)
  return { ...list, arrivals: matchesFilter(filter, project) ? [...others, project] : others }
}

/** Adds the arrivals to the rows, newest first. */
export function showArrivals(list: SubmissionList): SubmissionList {
  const projects = [...list.arrivals, ...list.projects]
  return {
    ...list,
    projects: projects.toSorted((left, right) => handedInAt(right) - handedInAt(left)),
    arrivals: [],
  }
}

/**
 * Merges a reloaded page: existing rows are updated, rows that no longer match are removed, older ones are appended,
 * and newer ones become arrivals.
 */
export function reconcile(list: SubmissionList, fresh: readonly ProjectCard[]): SubmissionList {
  const current = new Map(fresh.map((project) => [project._id, project]))
  const kept = list.projects.flatMap((project) => current.get(project._id) ?? [])
  const was = new Map(list.projects.map((project) => [project._id, project.status]))
  const unknown = fresh.filter((project) => !was.has(project._id))
  const oldest = kept.at(-1)
  const isNews = (project: ProjectCard) => oldest !== undefined && handedInAt(project) > handedInAt(oldest)
  return {
    projects: [...kept, ...unknown.filter((project) => !isNews(project))],
    arrivals: unknown.filter(isNews),
    recentlyChanged: kept
      .filter((project) => was.get(project._id) !== project.status)
      .map((project) => project._id),
  }
}
