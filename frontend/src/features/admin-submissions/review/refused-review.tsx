import { useEffect } from 'react'
import type { LaterChange } from '@thirty/contracts/projects/later-changes-api.ts'
import type { ProjectCard, ReviewRequest } from '@thirty/contracts/projects/api.ts'
import { create } from 'zustand'
import { RequestFailed } from '../../../shared/http/request-failed.ts'
import { ConflictDialog } from '../../../shared/reviews/conflict-dialog.tsx'
import { onUserChange } from '../../../shared/storage/user-data.ts'

type RefusedReview = { project: ProjectCard; review: ReviewRequest; change: LaterChange }

type RefusedReviewStore = {
  /** The last review that was refused because somebody had changed the submission, until the admin has read why. */
  refused: RefusedReview | undefined
  /** The reason of the last rejection that was refused, until the submission is reviewed. */
  kept: { projectId: string; reason: string } | undefined
}

const nothingRefused: RefusedReviewStore = { refused: undefined, kept: undefined }
const useRefusedReview = create<RefusedReviewStore>()(() => nothingRefused)

onUserChange(() => useRefusedReview.setState(nothingRefused))

/** Returns the reason of a rejection of this submission that was refused, for the next attempt. */
export function keptReason(projectId: string): string | undefined {
  const { kept } = useRefusedReview.getState()
  return kept?.projectId === projectId ? kept.reason : undefined
}

/** Forgets the kept reason after the submission was reviewed. */
export function forgetReason(projectId: string): void {
  if (keptReason(projectId) !== undefined) useRefusedReview.setState({ kept: undefined })
}

/** The number of dialogs on screen: 0 after the admin has left the screen. */
let mountedDialogs = 0

/**
 * Shows why a review was refused, if somebody had changed the submission. Returns whether it is shown; it is not after the
 * admin has left the screen.
 */
export function showRefusedReview(project: ProjectCard, review: ReviewRequest, error: unknown): boolean {
  if (!(error instanceof RequestFailed) || error.change === undefined) return false
  if (review.reason !== undefined)
    useRefusedReview.setState({ kept: { projectId: project._id, reason: review.reason } })
  if (mountedDialogs === 0) return false
  useRefusedReview.setState({ refused: { project, review, change: error.change } })
  return true
}

type RefusedReviewDialogProps = {
  onView: (id: string) => void
  onClose: (id: string) => void
  onApprove: (project: ProjectCard) => void
  onReject: (project: ProjectCard, reason: string | undefined) => void
}

/** The dialog about a refused review; nothing without one. */
export const RefusedReviewDialog = ({ onView, onClose, onApprove, onReject }: RefusedReviewDialogProps) => {
  const refused = useRefusedReview((store) => store.refused)
  useEffect(() => {
    mountedDialogs += 1
    return () => void (mountedDialogs -= 1)
  }, [])
  if (refused === undefined) return null
  const { project, review, change } = refused
  const done = (next: () => void) => () => {
    useRefusedReview.setState({ refused: undefined })
    next()
  }
  // The admin has read about this change, and no later one.
  const current = { ...project, version: change.version }
  return (
    <ConflictDialog
      projectName={project.projectName}
      change={change}
      decision={
        review.status === 'approved' ? { kind: 'approve' } : { kind: 'reject', reason: review.reason }
      }
      onDecideAgain={done(() =>
        review.status === 'approved' ? onApprove(current) : onReject(current, review.reason),
      )}
      onView={done(() => onView(project._id))}
      onClose={done(() => onClose(project._id))}
    />
  )
}
