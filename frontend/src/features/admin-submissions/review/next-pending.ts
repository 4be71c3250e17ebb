import type { ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import { claimsOfOthers } from '../../../shared/reviews/claims.ts'

/**
 * Returns the pending submission after this one in the list, from the beginning again after the end. Those that other admins have open
 * are skipped; undefined if there is no other one.
 */
export function nextPending(
  projects: readonly ProjectCard[],
  from: ProjectCard | undefined,
): ProjectCard | undefined {
  const start = projects.findIndex(({ _id }) => _id === from?._id) + 1
  const now = Date.now()
  return [...projects.slice(start), ...projects.slice(0, start)].find(
    ({ _id, status }) => status === 'submitted' && _id !== from?._id && claimsOfOthers(_id, now).length === 0,
  )
}
