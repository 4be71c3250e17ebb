import type { ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import { reviewRequest } from '@thirty/contracts/api/projects/projects.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { FormMessages } from '../../../shared/ui/forms/form-messages.tsx'
import { TextArea } from '../../../shared/ui/forms/text-area.tsx'
import { useForm } from '../../../shared/ui/forms/use-form.ts'
import { toast } from '../../../shared/ui/feedback/toast-store.ts'
import { isAlreadyReviewed, reviewWithToast, reviewErrorMessage } from './review-with-toast.tsx'
import css from './reject-dialog.module.css'

type RejectDialogProps = {
  project: ProjectCard
  onClose: () => void
  onView: (id: string) => void
}

/** Asks for the reason, which the owner will read, and rejects the submission. */
export const RejectDialog = ({ project, onClose, onView }: RejectDialogProps) => {
  const form = useForm({
    schema: reviewRequest,
    defaultValues: { status: 'rejected' as const, reason: '' },
    failureText: 'Failed to reject submission',
    send: ({ reason, ...review }) =>
      reviewWithToast(project, { ...review, ...(reason && { reason }) }, onView).then(() => 'rejected'),
    onDone: onClose,
    onFailure: (failure) => {
      if (!isAlreadyReviewed(failure)) return
      toast({ kind: 'error', text: reviewErrorMessage(failure, 'rejected') })
      onClose()
    },
  })

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !form.pending && onClose()}
      title={`Reject ${project.projectName}?`}
      description={`${project.user.fullName} can submit an improved version for day ${project.day}.`}
    >
      <form className={css.form} {...form.props}>
        <FormMessages form={form} />
        <TextArea
          {...form.text('reason')}
          label="Reason"
          optional
          hint="Shown to the participant."
          rows={4}
          maxLength={1000}
          counter
        />
        <div className={css.actions}>
          <Button disabled={form.pending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" kind="danger" busy={form.pending} busyText="Rejecting...">
            Reject
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
