import type { ProjectCard, ReviewRequest } from '@thirty/contracts/api/projects/projects.ts'
import { RequestFailed, errorMessage } from '../../../shared/http/request-failed.ts'
import { toast } from '../../../shared/ui/feedback/toast-store.ts'
import { useSubmissions } from '../submissions-store.ts'

const verbs = { approved: 'approve', rejected: 'reject' } as const

/** Returns the message for a failed review (specification, section 8). */
export const reviewErrorMessage = (error: unknown, status: ReviewRequest['status']): string =>
  errorMessage(error, `Failed to ${verbs[status]} submission`)

/** Returns whether another admin was first, so that a retry would not help. */
export const isAlreadyReviewed = (error: unknown): boolean =>
  error instanceof RequestFailed && error.status === 409

/** Sends the review and confirms it with a toast. Rejects if the review fails. */
export async function reviewWithToast(
  project: ProjectCard,
  request: ReviewRequest,
  view: (id: string) => void,
): Promise<void> {
  await useSubmissions.getState().review(project, request)
  toast({
    kind: 'success',
    text: (
      <>
        <strong>{project.projectName}</strong> {request.status}
      </>
    ),
    action: { label: 'View', onPress: () => view(project._id) },
  })
}

/** Approves a submission; a failure is shown in a toast that offers a retry. Resolves to whether it succeeded. */
export async function approveWithToast(project: ProjectCard, view: (id: string) => void): Promise<boolean> {
  try {
    await reviewWithToast(project, { status: 'approved' }, view)
    return true
  } catch (error) {
    toast({
      kind: 'error',
      text: reviewErrorMessage(error, 'approved'),
      action: isAlreadyReviewed(error)
        ? { label: 'View', onPress: () => view(project._id) }
        : { label: 'Retry', onPress: () => void approveWithToast(project, view) },
    })
    return false
  }
}
