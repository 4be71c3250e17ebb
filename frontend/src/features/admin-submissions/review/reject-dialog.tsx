import type { ReviewRequest } from '@thirty/contracts/api/projects/projects.ts'
import { reviewRequest } from '@thirty/contracts/api/projects/projects.ts'
import type { RequestFailed } from '../../../shared/http/request-failed.ts'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { FormMessages } from '../../../shared/ui/forms/form-messages.tsx'
import { TextArea } from '../../../shared/ui/forms/text-area.tsx'
import { useForm } from '../../../shared/ui/forms/use-form.ts'
import { t } from '../messages/t.ts'
import css from './reject-dialog.module.css'

type RejectDialogProps<Response> = {
  title: string
  /** What the participants can do after the rejection. */
  description: string
  /** The reason of an earlier attempt. */
  initialReason?: string | undefined
  /** Sends the rejection; the dialog shows a failure and keeps the reason. */
  send: (review: ReviewRequest) => Promise<Response>
  onDone: (response: Response) => void
  onFailure?: (failure: RequestFailed) => void
  onClose: () => void
}

/** Asks for the reason, which the owners will read, and rejects one or several submissions. */
export const RejectDialog = <Response,>({
  title,
  description,
  initialReason = '',
  send,
  onDone,
  onFailure = () => undefined,
  onClose,
}: RejectDialogProps<Response>) => {
  const form = useForm({
    schema: reviewRequest,
    defaultValues: { status: 'rejected' as const, reason: initialReason },
    failureText: t('couldNotReject'),
    send: ({ reason, ...review }) => send({ ...review, ...(reason && { reason }) }),
    onDone,
    onFailure,
  })

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !form.pending && onClose()}
      title={title}
      description={description}
    >
      <form className={css.form} {...form.props}>
        <FormMessages form={form} />
        <TextArea
          {...form.text('reason')}
          label={t('reason')}
          optional
          hint={t('shownToParticipant')}
          rows={4}
          maxLength={1000}
          counter
        />
        <div className={css.actions}>
          <Button disabled={form.pending} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" kind="danger" busy={form.pending} busyText={t('rejecting')}>
            {t('reject')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
