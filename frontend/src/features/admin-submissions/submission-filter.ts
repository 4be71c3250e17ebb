import type { ProjectCard, ProjectStatus } from '@thirty/contracts/api/projects/projects.ts'

/** The filter of the list. The URL contains it, so that a filtered list can be bookmarked and shared. */
export type SubmissionFilter = {
  status: ProjectStatus | 'all'
  search: string
  /** Shows only the submissions of the participant with this id. */
  userId?: string | undefined
}

const statuses = ['submitted', 'approved', 'rejected'] as const

/** Reads the filter from the query of the URL. */
export function parseFilter(query: URLSearchParams): SubmissionFilter {
  const requested = query.get('status')
  return {
    status: statuses.find((status) => status === requested) ?? 'all',
    search: query.get('search')?.trim() ?? '',
    userId: query.get('user') || undefined,
  }
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

/** Returns whether the project matches the filter (specification, section 5). */
export function matchesFilter({ status, search, userId }: SubmissionFilter, project: ProjectCard): boolean {
  if (status !== 'all' && project.status !== status) return false
  if (userId !== undefined && project.user._id !== userId) return false
  const searchText = search.toLowerCase()
  return [project.projectName, project.description].some((text) => text.toLowerCase().includes(searchText))
}
