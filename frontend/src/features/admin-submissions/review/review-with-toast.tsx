import type { ProjectCard, ReviewRequest } from '@thirty/contracts/projects/api.ts'
import { formatProjectName } from '../../../shared/format/format-name.ts'
import { errorMessage } from '../../../shared/http/request-failed.ts'
import { toast } from '../../../shared/ui/feedback/toast-store.ts'
import type { ReviewOptions } from '../api.ts'
import { isAlreadyReviewed, reviewProject } from './reviews.ts'
import { t } from '../../../shared/i18n/t.ts'
import { forgetReason, showRefusedReview } from './refused-review.tsx'

/** Returns the message for a failed review (specification, section 8). */
export const reviewErrorMessage = (error: unknown, status: ReviewRequest['status']): string =>
  errorMessage(
    error,
    t(status === 'approved' ? 'adminSubmissions.couldNotApprove' : 'adminSubmissions.couldNotReject'),
  )

/** Sends the review and confirms it with a toast. Rejects if the review fails. */
export async function reviewWithToast(
  project: ProjectCard,
  request: ReviewRequest,
  view: (id: string) => void,
  options?: ReviewOptions,
): Promise<void> {
  await reviewProject(project, request, options)
  forgetReason(project._id)
  toast({
    kind: 'success',
    text: t.rich(
      request.status === 'approved' ? 'adminSubmissions.projectApproved' : 'adminSubmissions.projectRejected',
      {
        project: formatProjectName(project.projectName),
        strong: (text) => <strong dir="auto">{text}</strong>,
      },
    ),
    action: { label: t('common.view'), onPress: () => view(project._id) },
  })
}

/** Approves a submission; a failure is shown in a toast that offers a retry. Resolves to whether it succeeded. */
export async function approveWithToast(
  project: ProjectCard,
  view: (id: string) => void,
  options?: ReviewOptions,
): Promise<boolean> {
  try {
    await reviewWithToast(project, { status: 'approved' }, view, options)
    return true
  } catch (error) {
    if (showRefusedReview(project, { status: 'approved' }, error)) return false
    toast({
      kind: 'error',
      text: reviewErrorMessage(error, 'approved'),
      action: isAlreadyReviewed(error)
        ? { label: t('common.view'), onPress: () => view(project._id) }
        : { label: t('common.retry'), onPress: () => void approveWithToast(project, view) },
    })
    return false
  }
}
