import { useState } from 'react'
import type { SubmitEvent } from 'react'
import type { ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import { reviewRequest } from '@thirty/contracts/api/projects/projects.ts'
import { Banner } from '../../../shared/ui/feedback/banner.tsx'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { TextArea } from '../../../shared/ui/forms/text-area.tsx'
import { toast } from '../../../shared/ui/feedback/toast-store.ts'
import { isAlreadyReviewed, reviewWithToast, reviewErrorMessage } from './review-with-toast.tsx'
import { useSubmissions } from '../submissions-store.ts'
import css from './reject-dialog.module.css'

type RejectDialogProps = {
  project: ProjectCard
  onClose: () => void
  onView: (id: string) => void
}

/** Asks for the reason, which the owner will read, and rejects the submission. */
export const RejectDialog = ({ project, onClose, onView }: RejectDialogProps) => {
  const [message, setMessage] = useState<string>()
  const isPending = useSubmissions((store) => store.pendingReviews[project._id] !== undefined)

  // Not the form's `action`: React would reset the field after a failed attempt.
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const reason = new FormData(event.currentTarget).get('reason')
    const request = reviewRequest.safeParse({ status: 'rejected', reason: reason || undefined })
    if (!request.success) return setMessage(request.error.issues[0]?.message)
    try {
      await reviewWithToast(project, request.data, onView)
      onClose()
    } catch (error) {
      if (!isAlreadyReviewed(error)) return setMessage(reviewErrorMessage(error, 'rejected'))
      toast({ kind: 'error', text: reviewErrorMessage(error, 'rejected') })
      onClose()
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isPending && onClose()}
      title={`Reject ${project.projectName}?`}
      description={`${project.user.fullName} can submit an improved version for day ${project.day}.`}
    >
      <form className={css.form} onSubmit={(event) => void submit(event)}>
        {message && (
          <Banner kind="danger" live>
            {message}
          </Banner>
        )}
        <TextArea
          name="reason"
          label="Reason"
          optional
          hint="Shown to the participant."
          rows={4}
          maxLength={1000}
          counter
        />
        <div className={css.actions}>
          <Button disabled={isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" kind="danger" busy={isPending} busyText="Rejecting...">
            Reject
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
