import type { ProjectCard, ProjectStatus } from '@thirty/contracts/api/projects/projects.ts'

/** What the list is narrowed to. It lives in the address bar, so that a filtered list can be kept and shared. */
export type SubmissionFilter = {
  status: ProjectStatus | 'all'
  search: string
  /** Id of the participant whose submissions they are; everybody's when missing. */
  user?: string | undefined
}

const statuses = ['submitted', 'approved', 'rejected'] as const

export function parseFilter(address: URLSearchParams): SubmissionFilter {
  const asked = address.get('status')
  return {
    status: statuses.find((status) => status === asked) ?? 'all',
    search: address.get('search')?.trim() ?? '',
    user: address.get('user') || undefined,
  }
}

/** The address of another status, with everything else kept; a project that was pointed at is let go. */
export function withStatusFilter(
  address: URLSearchParams,
  status: SubmissionFilter['status'],
): URLSearchParams {
  const next = new URLSearchParams(address)
  next.delete('project')
  if (status === 'all') next.delete('status')
  else next.set('status', status)
  return next
}

/** Whether a list narrowed like this holds the project (specification, section 5). */
export function matchesFilter({ status, search, user }: SubmissionFilter, project: ProjectCard): boolean {
  if (status !== 'all' && project.status !== status) return false
  if (user !== undefined && project.user._id !== user) return false
  const sought = search.toLowerCase()
  return [project.projectName, project.description].some((text) => text.toLowerCase().includes(sought))
}
