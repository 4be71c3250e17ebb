// What the buttons and the keys of a submission do: they send reviews, show in the list what was recorded, and say in toasts what became of
// single ones. Approvals are sent five seconds later, so that they can be undone.

import type { ProjectCard, ReviewRequest, ReviewOutcome } from '@thirty/contracts/projects/api.ts'
import { create } from 'zustand'
import { conflictWith } from '../../../shared/judging/own-judging.tsx'
import { storedToken } from '../../../shared/storage/browser-storage.ts'
import { onUserChange } from '../../../shared/storage/user-change.ts'
import { dismissToast, toast } from '../../../shared/ui/feedback/toast-store.ts'
import { request } from '../../../shared/http/http.ts'
import { errorMessage, RequestFailed } from '../../../shared/http/request-failed.ts'
import { restoreRowFocus, useReviewScreen, view, usePendingReviews } from './review-state.ts'
import {
  changeProjects,
  replaceProject,
  type LoadedSubmissions,
  reloadCounts,
  shownList,
  submissions,
} from '../submissions-data.ts'
import { t, formatName } from '../../../shared/i18n/t.ts'

/** Says why a project must not be reviewed by this admin, instead of reviewing it. */
const unlessConflicted = (decide: (project: ProjectCard) => void) => (project: ProjectCard) => {
  if (conflictWith(project.user._id) === undefined) return decide(project)
  toast({ kind: 'error', text: t('adminSubmissions.ofInterestOne') })
  view(project._id)
}

/** Approves a submission unless that is undone within five seconds. */
export const approve = unlessConflicted((project) => {
  const { _id: id } = project
  undoApproval(id)
  const send = (options?: ReviewOptions) => approveWithToast(project, options)
  const timer = setTimeout(() => void take(id)?.send(), 5_000)
  useDelayedApprovals.setState({ [id]: { send, timer } })
  toast({
    id: toastId(id),
    kind: 'info',
    text: t.rich('adminSubmissions.approvesSoon', { project: formatName(project.projectName) }),
    action: { label: t('common.undo'), onPress: () => undoApproval(id) },
  })
  restoreRowFocus(id)
})

/** Asks for the reason first. */
export const reject = unlessConflicted((project) => {
  undoApproval(project._id)
  useReviewScreen.setState({ rejecting: project })
})

type Delayed = { send: (options?: ReviewOptions) => Promise<unknown>; timer: ReturnType<typeof setTimeout> }

/** The approvals that can still be undone, by the id of their submission. */
export const useDelayedApprovals = create<Readonly<Record<string, Delayed>>>()(() => ({}))

const toastId = (id: string) => `approval-${id}`

/** Takes an approval out of the list. Returns it, or undefined if it was sent or undone. */
function take(id: string): Delayed | undefined {
  const { [id]: approval, ...others } = useDelayedApprovals.getState()
  clearTimeout(approval?.timer)
  dismissToast(toastId(id))
  useDelayedApprovals.setState(others, true)
  return approval
}

/** Takes an approval back that was not sent yet. */
export const undoApproval = (id: string): void => void take(id)

/** Sends all approvals that can still be undone. */
function sendDelayedApprovals(options?: ReviewOptions): void {
  for (const id of Object.keys(useDelayedApprovals.getState())) void take(id)?.send(options)
}

/** Sends what can still be undone when the page or the screen is left. Returns a function for leaving the screen. */
export function followLeaving(): () => void {
  const onPageHide = () => sendDelayedApprovals({ keepalive: true })
  addEventListener('pagehide', onPageHide)
  return () => {
    removeEventListener('pagehide', onPageHide)
    sendDelayedApprovals()
  }
}

// A log-out has removed the token, which the server revokes after these requests.
let token = storedToken('admin')
useDelayedApprovals.subscribe(() => (token = storedToken('admin') ?? token))
onUserChange(() => sendDelayedApprovals({ keepalive: true, ...(token !== undefined && { token }) }))

/** `keepalive`: the page is left meanwhile. `token`: that of a session which ends meanwhile. */
type ReviewOptions = { keepalive?: boolean; token?: string }

/** Approves a submission; a failure is shown in a toast that offers a retry. */
async function approveWithToast(project: ProjectCard, options?: ReviewOptions): Promise<void> {
  try {
    await reviewWithToast(project, { status: 'approved' }, options)
  } catch (error) {
    if (isAlreadyReviewed(error)) return
    toastFailure(reviewErrorMessage(error, 'approved'), () => approveWithToast(project))
  }
}

/** Says what failed, and offers to try it again, in a toast that replaces one with the same `id`. */
export const toastFailure = (text: string, retry: () => Promise<void>, id?: string): string =>
  toast({ id, kind: 'error', text, action: { label: t('common.retry'), onPress: () => void retry() } })

/** Returns the message for a failed review. */
export const reviewErrorMessage = (error: unknown, status: ReviewRequest['status']): string =>
  errorMessage(
    error,
    t(status === 'approved' ? 'adminSubmissions.couldNotApprove' : 'adminSubmissions.couldNotReject'),
  )

/** Sends the review and confirms it with a toast. Rejects if it fails; after a 409 it says why, and the row shows the actual status. */
export async function reviewWithToast(
  project: ProjectCard,
  review: ReviewRequest,
  options?: ReviewOptions,
): Promise<void> {
  const { _id: projectId, version } = project
  await reviewProjects([projectId], review, async () => {
    try {
      const body = { ...review, version }
      await request('PUT', '/api/projects/:projectId', { params: { projectId }, body, ...options })
    } catch (error) {
      if (isAlreadyReviewed(error)) {
        await showActual(projectId)
        showRefusal(project, review, error)
      }
      throw error
    }
    return [{ projectId, outcome: 'reviewed' }]
  })
  toast({
    kind: 'success',
    text: t.rich(
      review.status === 'approved' ? 'adminSubmissions.projectApproved' : 'adminSubmissions.projectRejected',
      { project: formatName(project.projectName) },
    ),
    action: { label: t('common.view'), onPress: () => view(project._id) },
  })
}

/** Says why a review was refused: in the dialog if somebody had changed the submission, otherwise in a toast. */
function showRefusal(project: ProjectCard, review: ReviewRequest, error: RequestFailed): void {
  const { change } = error
  if (change && useReviewScreen.getState().isShown)
    return useReviewScreen.setState({ refused: { project, review, change } })
  toast({
    kind: 'error',
    text: reviewErrorMessage(error, review.status),
    action: { label: t('common.view'), onPress: () => view(project._id) },
  })
}

/** Whether another admin was first, so that a retry would not help. */
export const isAlreadyReviewed = (error: unknown): error is RequestFailed =>
  error instanceof RequestFailed && error.status === 409

/**
 * Reviews submissions with one request and shows the status that each has then; meanwhile they are pending. Returns what `send` resolves
 * to; rejects if that rejects.
 */
export async function reviewProjects(
  ids: readonly string[],
  review: ReviewRequest,
  send: () => Promise<ReviewOutcome[]>,
): Promise<ReviewOutcome[]> {
  usePendingReviews.setState(Object.fromEntries(ids.map((id) => [id, review.status])))
  try {
    const outcomes = await send()
    submissions.change((list) => withReviews(list, outcomes, review))
    reloadCounts()
    await Promise.all(outcomes.filter(isOutdated).map(({ projectId }) => showActual(projectId)))
    return outcomes
  } finally {
    const others = Object.entries(usePendingReviews.getState()).filter(([id]) => !ids.includes(id))
    usePendingReviews.setState(Object.fromEntries(others), true)
  }
}

/**
 * Shows the reviews that were recorded, and removes the submissions that no longer exist. A review applies to the submission as it is in the
 * list now: an answered conflict may have brought a newer version than the one reviewed.
 */
const withReviews = (
  list: LoadedSubmissions,
  outcomes: readonly ReviewOutcome[],
  { status, reason }: ReviewRequest,
): LoadedSubmissions =>
  changeProjects(list, (project) => {
    const outcome = outcomes.find(({ projectId }) => projectId === project._id)?.outcome
    if (outcome === 'withdrawn' || outcome === 'not-found') return []
    if (outcome !== 'reviewed') return [project]
    // It does not wait any more.
    const { waitingSince: _, ...rest } = project
    return [{ ...rest, status, rejectionReason: reason ?? null }]
  })

/** Shows a submission as it is now. A failure leaves the row to the next reload. */
const showActual = (projectId: string): Promise<void> =>
  request('GET', '/api/projects/:projectId', { params: { projectId } }).then(
    ({ project }) => submissions.change((list) => replaceProject(list, project)),
    () => undefined,
  )

/** Whether the row does not yet show what somebody else did. */
function isOutdated(outcome: ReviewOutcome): boolean {
  if (outcome.outcome === 'revised') return true
  if (outcome.outcome !== 'already-reviewed') return false
  const row = shownList()?.projects.find(({ _id }) => _id === outcome.projectId)
  return row !== undefined && row.status !== outcome.review.status
}
