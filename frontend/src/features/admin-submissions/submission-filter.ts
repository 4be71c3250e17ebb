import type { ProjectCard, ProjectStatus } from '@thirty/contracts/api/projects/projects.ts'

/** The filter of the list. It is stored in the URL, so that a filtered list can be bookmarked and shared. */
export type SubmissionFilter = {
  status: ProjectStatus | 'all'
  search: string
  /** Shows only the submissions of the participant with this id. */
  user?: string | undefined
}

const statuses = ['submitted', 'approved', 'rejected'] as const

export function parseFilter(query: URLSearchParams): SubmissionFilter {
  const requested = query.get('status')
  return {
    status: statuses.find((status) => status === requested) ?? 'all',
    search: query.get('search')?.trim() ?? '',
    user: query.get('user') || undefined,
  }
}

/** Returns the query of another status; keeps the other filters and drops the linked project. */
export function withStatusFilter(
  query: URLSearchParams,
  status: SubmissionFilter['status'],
): URLSearchParams {
  const next = new URLSearchParams(query)
  next.delete('project')
  if (status === 'all') next.delete('status')
  else next.set('status', status)
  return next
}

/** Whether the project matches the filter (specification, section 5). */
export function matchesFilter({ status, search, user }: SubmissionFilter, project: ProjectCard): boolean {
  if (status !== 'all' && project.status !== status) return false
  if (user !== undefined && project.user._id !== user) return false
  const searchText = search.toLowerCase()
  return [project.projectName, project.description].some((text) => text.toLowerCase().includes(searchText))
}
