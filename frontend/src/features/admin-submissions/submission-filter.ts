// The filter of the list of submissions, in the URL and applied to a submission.

import { matchesSearch } from '@thirty/contracts/user-texts/search-text.ts'
import type { ProjectCard, ProjectStatus } from '@thirty/contracts/projects/api.ts'

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

/** Returns the query with another order of the pending submissions. */
export function withSort(query: URLSearchParams, sort: SubmissionSort): URLSearchParams {
  const next = new URLSearchParams(query)
  next.delete('page')
  if (sort === 'newest') next.delete('sort')
  else next.set('sort', sort)
  return next
}

/** Returns the query with another status filter. The other filters stay; the linked project is removed. */
export function withStatusFilter(
  query: URLSearchParams,
  status: SubmissionFilter['status'],
): URLSearchParams {
  const next = new URLSearchParams(query)
  next.delete('project')
  next.delete('page')
  if (status === 'all') next.delete('status')
  else next.set('status', status)
  return next
}

/** Returns whether the project matches the filter; a search is found in its name or description. */
export function matchesFilter({ status, search, userId }: SubmissionFilter, project: ProjectCard): boolean {
  if (status !== 'all' && project.status !== status) return false
  if (userId !== undefined && project.user._id !== userId) return false
  return [project.projectName, project.description].some((text) => matchesSearch(text, search))
}
