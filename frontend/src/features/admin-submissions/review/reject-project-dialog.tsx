import type { ProjectCard } from '@thirty/contracts/projects/api.ts'
import { formatName, formatProjectName } from '../../../shared/format/format-name.ts'
import { toast } from '../../../shared/ui/feedback/toast-store.ts'
import { useNameOf } from '../../../shared/people/people.tsx'
import { t } from '../../../shared/i18n/t.ts'
import { showRefusedReview } from './refused-review.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import { reviewErrorMessage, reviewWithToast } from './review-with-toast.tsx'
import { isAlreadyReviewed } from './reviews.ts'

type RejectProjectDialogProps = {
  project: ProjectCard
  /** The reason of an earlier attempt. */
  reason?: string | undefined
  onClose: () => void
  onView: (id: string) => void
}

/** Rejects one submission. If another admin was first, a retry would not help: the dialog closes and a toast says it. */
export const RejectProjectDialog = ({ project, reason, onClose, onView }: RejectProjectDialogProps) => {
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
      initialReason={reason}
      // A response other than undefined says that the request has succeeded.
      send={async (review) => {
        try {
          await reviewWithToast(project, review, onView)
        } catch (error) {
          // The dialog about the conflict takes the place of this one.
          if (!showRefusedReview(project, review, error)) throw error
        }
        return 'answered'
      }}
      onDone={onClose}
      onFailure={(failure) => {
        if (!isAlreadyReviewed(failure)) return
        toast({ kind: 'error', text: reviewErrorMessage(failure, 'rejected') })
        onClose()
      }}
      onClose={onClose}
    />
  )
}
