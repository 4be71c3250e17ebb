// What the list of submissions shows of reviews: the submission in the preview, the dialogs about others, the reviews in progress, and what
// to review next.

import type { LaterChange } from '@thirty/contracts/projects/later-changes-api.ts'
import type { ProjectCard, ReviewRequest } from '@thirty/contracts/projects/api.ts'
import { create } from 'zustand'
import { conflictWith } from '../../../shared/judging/own-judging.tsx'
import { claimsOfOthers } from '../../../shared/reviews/claims.tsx'
import { onUserChange } from '../../../shared/storage/user-change.ts'

type ReviewScreen = {
  /** Whether the list is on screen. If not, nothing is opened. */
  isShown: boolean
  /** The submission that the admin opened last. `isOpen`: its preview, which may be closed where it has no room beside the list. */
  opened?: { id: string; isOpen: boolean } | undefined
  /** The submission that the admin is about to reject: the dialog asks for the reason. */
  rejecting?: ProjectCard | undefined
  /** The last review that was refused because somebody had changed the submission, until the admin has read why. */
  refused?: { project: ProjectCard; review: ReviewRequest; change: LaterChange } | undefined
}

/** The opened submission, the one that is about to be rejected, and the last refused review: a store, not a component. */
export const useReviewScreen = create<ReviewScreen>()(() => ({ isShown: false }))

onUserChange(() => useReviewScreen.setState({ refused: undefined }))

/** Opens a submission in the preview. */
export const view = (id: string): void =>
  useReviewScreen.setState(({ isShown }) => (isShown ? { opened: { id, isOpen: true } } : {}))

/** Returns the button with the name of a submission in the list, if its row is rendered. */
export const rowButton = (id: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-submission="${CSS.escape(id)}"]`)

/**
 * Focuses the row of a submission if nothing has the focus: the new status has replaced the pressed button, and keyboard
 * users must not lose their position in the list.
 */
export function restoreRowFocus(id: string): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) rowButton(id)?.focus({ preventScroll: true })
  })
}

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

/** The requested status of each review in progress, by project id. */
export const usePendingReviews = create<Readonly<Record<string, ReviewRequest['status']>>>(() => ({}))

onUserChange(() => usePendingReviews.setState({}, true))
