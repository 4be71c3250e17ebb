// How a submission is approved and rejected, and the dialogs that belong to it.

import { useEffect, useState } from 'react'
import type { ProjectCard, ReviewRequest } from '@thirty/contracts/projects/api.ts'
import { formatName, formatProjectName } from '../../../shared/format/format-name.ts'
import { conflictWith, ownConflicts } from '../../../shared/judging/own-judging.ts'
import { useNameOf } from '../../../shared/people/people.tsx'
import { LaterChangeDialog } from '../../../shared/reviews/later-change-dialog.tsx'
import { lazyDialog, preloadBeforePress } from '../../../shared/ui/dialog/lazy-dialog.tsx'
import { toast } from '../../../shared/ui/feedback/toast-store.ts'
import { t } from '../../../shared/i18n/t.ts'
import { approveLater, undoApproval } from './delayed-approvals.tsx'
import { restoreRowFocus } from './restore-row-focus.ts'
import { reviewWithToast, showRefusal, useRefusedReview } from './review-with-toast.tsx'
import { isAlreadyReviewed } from './reviews.ts'

const RejectDialog = lazyDialog(async () => (await import('./reject-dialog.tsx')).RejectDialog<'answered'>)

/** `view` opens the preview. */
export function useReview(view: (id: string) => void) {
  const [rejecting, setRejecting] = useState<ProjectCard>()
  useEffect(() => preloadBeforePress(RejectDialog.preload), [])
  /** Says why a project must not be reviewed by this admin, instead of reviewing it. */
  const unlessConflicted = (decide: (project: ProjectCard) => void) => (project: ProjectCard) => {
    if (conflictWith(project.user._id, ownConflicts()) === undefined) return decide(project)
    toast({ kind: 'error', text: t('adminSubmissions.ofInterestOne') })
    view(project._id)
  }
  const onApprove = unlessConflicted((project) => {
    approveLater(project, view)
    restoreRowFocus(project._id)
  })
  const onReject = unlessConflicted((project) => {
    undoApproval(project._id)
    setRejecting(project)
  })
  const dialogs = (
    <>
      <RefusedReviewDialog
        onView={view}
        onDecideAgain={(project, status) => (status === 'approved' ? onApprove : onReject)(project)}
      />
      {rejecting && (
        <RejectProjectDialog
          project={rejecting}
          onView={view}
          onClose={() => {
            setRejecting(undefined)
            restoreRowFocus(rejecting._id)
          }}
        />
      )}
    </>
  )
  return { onApprove, onReject, dialogs }
}

type RefusedReviewDialogProps = {
  onView: (id: string) => void
  onDecideAgain: (project: ProjectCard, status: ReviewRequest['status']) => void
}

/** The dialog about a refused review; nothing without one. */
const RefusedReviewDialog = ({ onView, onDecideAgain }: RefusedReviewDialogProps) => {
  const refused = useRefusedReview((store) => store.refused)
  useEffect(() => {
    useRefusedReview.setState({ hasDialog: true })
    return () => useRefusedReview.setState({ hasDialog: false })
  }, [])
  if (refused === undefined) return null
  const { project, review, change } = refused
  const done = (next: () => void) => () => {
    useRefusedReview.setState({ refused: undefined })
    next()
  }
  return (
    <LaterChangeDialog
      projectName={project.projectName}
      change={change}
      decision={
        review.status === 'approved' ? { kind: 'approve' } : { kind: 'reject', reason: review.reason }
      }
      // The admin has read about this change, and no later one.
      onDecideAgain={done(() => onDecideAgain({ ...project, version: change.version }, review.status))}
      onView={done(() => onView(project._id))}
      onClose={done(() => restoreRowFocus(project._id))}
    />
  )
}

type RejectProjectDialogProps = { project: ProjectCard; onView: (id: string) => void; onClose: () => void }

/** Rejects one submission. After a refusal it closes; the reason stays for the next attempt if there can be one. */
const RejectProjectDialog = ({ project, onView, onClose }: RejectProjectDialogProps) => {
  const nameOf = useNameOf()
  return (
    <RejectDialog
      title={t('adminSubmissions.rejectQuestion', { project: formatProjectName(project.projectName) })}
      description={t('adminSubmissions.canImprove', { name: nameOf(project.user), day: project.day })}
      placeholders={{
        name: formatName(project.user.fullName),
        project: project.projectName,
        day: String(project.day),
      }}
      unsent={`rejection-${project._id}`}
      // A response other than undefined says that the request was answered.
      send={async (review) => {
        try {
          await reviewWithToast(project, review, onView)
        } catch (error) {
          if (!isAlreadyReviewed(error)) throw error
          showRefusal(project, review, error, onView)
          if (error.change?.what === 'revised') throw error
        }
        return 'answered'
      }}
      onDone={onClose}
      onFailure={(failure) => isAlreadyReviewed(failure) && onClose()}
      onClose={onClose}
    />
  )
}
