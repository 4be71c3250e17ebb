// Sends reviews, and says in toasts what became of them.

import type { ProjectCard, ReviewRequest } from '@thirty/contracts/projects/api.ts'
import { formatProjectName } from '../../../shared/format/format-name.ts'
import { errorMessage, type RequestFailed } from '../../../shared/http/request-failed.ts'
import { toast } from '../../../shared/ui/feedback/toast-store.ts'
import type { ReviewOptions } from '../api.ts'
import { t } from '../../../shared/i18n/t.ts'
import { useReviewScreen, view } from './review-screen.ts'
import { isAlreadyReviewed, reviewProject } from './reviews.ts'

/** Returns the message for a failed review. */
export const reviewErrorMessage = (error: unknown, status: ReviewRequest['status']): string =>
  errorMessage(
    error,
    t(status === 'approved' ? 'adminSubmissions.couldNotApprove' : 'adminSubmissions.couldNotReject'),
  )

/** Sends the review and confirms it with a toast. Rejects if the review fails. */
export async function reviewWithToast(
  project: ProjectCard,
  review: ReviewRequest,
  options?: ReviewOptions,
): Promise<void> {
  await reviewProject(project, review, options)
  toast({
    kind: 'success',
    text: t.rich(
      review.status === 'approved' ? 'adminSubmissions.projectApproved' : 'adminSubmissions.projectRejected',
      {
        project: formatProjectName(project.projectName),
        strong: (text) => <strong dir="auto">{text}</strong>,
      },
    ),
    action: { label: t('common.view'), onPress: () => view(project._id) },
  })
}

/** Says why a review was refused: in the dialog if somebody had changed the submission, otherwise in a toast. */
export function showRefusal(project: ProjectCard, review: ReviewRequest, error: RequestFailed): void {
  const { change } = error
  if (change && useReviewScreen.getState().isShown)
    return useReviewScreen.setState({ refused: { project, review, change } })
  toast({
    kind: 'error',
    text: reviewErrorMessage(error, review.status),
    action: { label: t('common.view'), onPress: () => view(project._id) },
  })
}

/** Approves a submission; a failure is shown in a toast that offers a retry. */
export async function approveWithToast(project: ProjectCard, options?: ReviewOptions): Promise<void> {
  const review = { status: 'approved' } as const
  try {
    await reviewWithToast(project, review, options)
  } catch (error) {
    if (isAlreadyReviewed(error)) return showRefusal(project, review, error)
    toast({
      kind: 'error',
      text: reviewErrorMessage(error, review.status),
      action: { label: t('common.retry'), onPress: () => void approveWithToast(project) },
    })
  }
}
