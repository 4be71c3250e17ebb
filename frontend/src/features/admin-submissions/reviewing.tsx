import type { ProjectCard, ReviewRequest } from '@thirty/contracts/api/projects.ts'
import { RequestFailed, wordsOf } from '../../shared/http-problem.ts'
import { toast } from '../../shared/ui/toasts.ts'
import { useSubmissions } from './submissions-store.ts'

const verbOf = { approved: 'approve', rejected: 'reject' } as const

/** What the screen says about a review that failed (specification, section 8). */
export const reviewFailure = (error: unknown, status: ReviewRequest['status']): string =>
  wordsOf(error, `Failed to ${verbOf[status]} submission`)

/** Whether somebody else was first: trying again would not help. */
export const isTooLate = (error: unknown): boolean => error instanceof RequestFailed && error.status === 409

/** Sends the review and says that it is done. Rejects as the store does. */
export async function review(
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

/** Approves; what goes wrong is said in a message that offers another try. Answers whether it is done. */
export async function approve(project: ProjectCard, view: (id: string) => void): Promise<boolean> {
  try {
    await review(project, { status: 'approved' }, view)
    return true
  } catch (error) {
    toast({
      kind: 'error',
      text: reviewFailure(error, 'approved'),
      action: isTooLate(error)
        ? { label: 'View', onPress: () => view(project._id) }
        : { label: 'Retry', onPress: () => void approve(project, view) },
    })
    return false
  }
}
