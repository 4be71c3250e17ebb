import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { conflictWith } from '../../../shared/judging/own-judging.ts'
import { claimsOfOthers } from '../../../shared/reviews/claims.tsx'

/**
 * Returns the next pending submission after this one in the list, continuing from the beginning after the end. Skips submissions
 * that other admins have open, and submissions of participants with whom this admin has a conflict of interest. Returns undefined if no
 * other submission is pending.
 */
export function nextPending(
  projects: readonly ProjectCard[],
  from: ProjectCard | undefined,
): ProjectCard | undefined {
  const start = projects.findIndex(({ _id }) => _id === from?._id) + 1
  const now = Date.now()
  return [...projects.slice(start), ...projects.slice(0, start)].find(
    ({ _id, status, user }) =>
      status === 'submitted' &&
      _id !== from?._id &&
      claimsOfOthers(_id, now).length === 0 &&
      conflictWith(user._id) === undefined,
  )
}
