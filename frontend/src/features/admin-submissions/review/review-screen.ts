// What the list of submissions shows of reviews: the submission in the preview, and the dialogs about others.

import type { LaterChange } from '@thirty/contracts/projects/later-changes-api.ts'
import type { ProjectCard, ReviewRequest } from '@thirty/contracts/projects/api.ts'
import { create } from 'zustand'
import { onUserChange } from '../../../shared/storage/user-data.ts'

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

export const useReviewScreen = create<ReviewScreen>()(() => ({ isShown: false }))

onUserChange(() => useReviewScreen.setState({ refused: undefined }))

/** Says that the list is on screen. Returns a function that says that it is not any more. */
export function followScreen(): () => void {
  useReviewScreen.setState({ isShown: true })
  return () => useReviewScreen.setState({ isShown: false, opened: undefined, rejecting: undefined })
}

/** Opens a submission in the preview. */
export const view = (id: string): void =>
  useReviewScreen.setState(({ isShown }) => (isShown ? { opened: { id, isOpen: true } } : {}))
