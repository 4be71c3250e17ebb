// The dialogs of a review: why a submission is rejected, and why a review was refused.

import { useEffect } from 'react'
import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { formatName, formatProjectName } from '../../../shared/format/format-name.ts'
import { useNameOf } from '../../../shared/people/people.tsx'
import { LaterChangeDialog } from '../../../shared/reviews/later-change.tsx'
import { lazyDialog, preloadBeforePress } from '../../../shared/ui/dialog/lazy-dialog.tsx'
import { t } from '../../../shared/i18n/t.ts'
import { approve, reject } from './decide.ts'
import { restoreRowFocus } from './restore-row-focus.ts'
import { useReviewScreen, view } from './review-screen.ts'
import { reviewWithToast, showRefusal } from './review-with-toast.tsx'
import { isAlreadyReviewed } from './reviews.ts'

const RejectDialog = lazyDialog(async () => (await import('./reject-dialog.tsx')).RejectDialog<'answered'>)

export const ReviewDialogs = () => {
  const rejecting = useReviewScreen((screen) => screen.rejecting)
  useEffect(() => preloadBeforePress(RejectDialog.preload), [])
  return (
    <>
      <RefusedReviewDialog />
      {rejecting && <RejectProjectDialog project={rejecting} />}
    </>
  )
}

/** The dialog about a refused review; nothing without one. */
const RefusedReviewDialog = () => {
  const refused = useReviewScreen((screen) => screen.refused)
  if (refused === undefined) return null
  const { project, review, change } = refused
  const done = (next: () => void) => () => {
    useReviewScreen.setState({ refused: undefined })
    next()
  }
  const decide = review.status === 'approved' ? approve : reject
  return (
    <LaterChangeDialog
      projectName={project.projectName}
      change={change}
      decision={
        review.status === 'approved' ? { kind: 'approve' } : { kind: 'reject', reason: review.reason }
      }
      // The admin has read about this change, and no later one.
      onDecideAgain={done(() => decide({ ...project, version: change.version }))}
      onView={done(() => view(project._id))}
      onClose={done(() => restoreRowFocus(project._id))}
    />
  )
}

/** Rejects one submission. After a refusal it closes; the reason stays for the next attempt if there can be one. */
const RejectProjectDialog = ({ project }: { project: ProjectCard }) => {
  const nameOf = useNameOf()
  const close = () => {
    useReviewScreen.setState({ rejecting: undefined })
    restoreRowFocus(project._id)
  }
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
          await reviewWithToast(project, review)
        } catch (error) {
          if (!isAlreadyReviewed(error)) throw error
          showRefusal(project, review, error)
          if (error.change?.what === 'revised') throw error
        }
        return 'answered'
      }}
      onDone={close}
      onFailure={(failure) => isAlreadyReviewed(failure) && close()}
      onClose={close}
    />
  )
}
