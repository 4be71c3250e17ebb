// Sends reviews of submissions, and shows in the list what was recorded.

import type { ProjectCard, ReviewRequest } from '@thirty/contracts/projects/api.ts'
import type { ReviewOutcome } from '@thirty/contracts/projects/reviews-api.ts'
import { RequestFailed } from '../../../shared/http/request-failed.ts'
import { fetchSubmission, sendReview, type ReviewOptions } from '../api.ts'
import { replaceProject, type LoadedSubmissions } from '../submission-list.ts'
import { reloadCounts, shownList, submissions } from '../submissions-data.ts'
import { whilePending } from './pending-reviews.ts'

/** Whether another admin was first, so that a retry would not help. */
export const isAlreadyReviewed = (error: unknown): error is RequestFailed =>
  error instanceof RequestFailed && error.status === 409

/** Reviews a submission. Rejects if the request fails; after a 409 the row shows the actual status. */
export const reviewProject = (
  project: ProjectCard,
  review: ReviewRequest,
  options?: ReviewOptions,
): Promise<void> =>
  whilePending([project._id], review, async () => {
    const { _id: id, version } = project
    try {
      await sendReview(id, { ...review, ...(version && { version }) }, options)
      submissions.change((list) => withReview(list, id, review))
      reloadCounts()
    } catch (error) {
      // The screen shows the error that is thrown below.
      if (isAlreadyReviewed(error)) await showActual(id)
      throw error
    }
  })

/**
 * Reviews several submissions with one request and shows the status that each has then. Returns what `send` resolves to;
 * rejects if that rejects.
 */
export const reviewProjects = (
  ids: readonly string[],
  review: ReviewRequest,
  send: () => Promise<ReviewOutcome[]>,
): Promise<ReviewOutcome[]> =>
  whilePending(ids, review, async () => {
    const outcomes = await send()
    submissions.change((list) => withOwnReviews(list, outcomes, review))
    reloadCounts()
    await Promise.all(outcomes.filter(isOutdated).map(({ projectId }) => showActual(projectId)))
    return outcomes
  })

/** Returns the project after a review: it does not wait any more. */
const reviewedProject = (
  { waitingSince: _, ...project }: ProjectCard,
  { status, reason }: ReviewRequest,
): ProjectCard => ({ ...project, status, rejectionReason: reason ?? null })

/** Applies a review to the submission as it is in the list now: an answered conflict may have brought a newer version than the one reviewed. */
function withReview(list: LoadedSubmissions, id: string, review: ReviewRequest): LoadedSubmissions {
  const current = [...list.projects, ...list.arrivals].find(({ _id }) => _id === id)
  return current ? replaceProject(list, reviewedProject(current, review)) : list
}

/** Shows a submission as it is now. A failure leaves the row to the next reload. */
const showActual = (id: string): Promise<void> =>
  fetchSubmission(id).then(
    (actual) => submissions.change((list) => replaceProject(list, actual)),
    () => undefined,
  )

/** Shows the reviews that were recorded, and removes the submissions that no longer exist. */
function withOwnReviews(
  list: LoadedSubmissions,
  outcomes: readonly ReviewOutcome[],
  review: ReviewRequest,
): LoadedSubmissions {
  const outcomeById = new Map(outcomes.map(({ projectId, outcome }) => [projectId, outcome]))
  const exists = ({ _id }: ProjectCard) =>
    !['withdrawn', 'not-found'].includes(outcomeById.get(_id) ?? 'unchanged')
  return {
    ...list,
    projects: list.projects
      .filter(exists)
      .map((project) =>
        outcomeById.get(project._id) === 'reviewed' ? reviewedProject(project, review) : project,
      ),
  }
}

/** Whether the row does not yet show what somebody else did. */
function isOutdated(outcome: ReviewOutcome): boolean {
  if (outcome.outcome === 'revised') return true
  if (outcome.outcome !== 'already-reviewed') return false
  const row = shownList()?.projects.find(({ _id }) => _id === outcome.projectId)
  return row !== undefined && row.status !== outcome.review.status
}
