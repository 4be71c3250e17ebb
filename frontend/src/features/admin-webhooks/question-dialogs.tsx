import type { Webhook } from '@thirty/contracts/api/admin/webhooks.ts'
import { RequestFailed } from '../../shared/http/request-failed.ts'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { AlertDialog } from '../../shared/ui/dialog/alert-dialog.tsx'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { deleteWebhook, rotateSecret, showOwnChange } from './webhooks-data.ts'
import { t } from './messages/t.ts'

type QuestionProps = { webhook: Webhook; onClose: () => void }

/** Asks whether to replace the secret of a webhook. */
export const RotateSecretDialog = ({
  webhook,
  onClose,
  onRotated,
}: QuestionProps & { onRotated: (secret: string) => void }) => {
  const { pending, failure, run } = useFormSubmit(t('rotateFailed'))
  const rotate = async () => {
    const response = await run(() => rotateSecret(webhook.id))
    if (response === undefined) return
    void showOwnChange()
    onRotated(response.secret)
  }
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={t('rotateQuestion')}
      description={t('rotateText', { host: webhook.host })}
      confirmLabel={t('rotate')}
      busy={pending}
      busyText={t('rotating')}
      error={failure}
      onConfirm={() => void rotate()}
    />
  )
}

/** Asks whether to delete a webhook. `onDeleted` is called after `onClose`: the button that opened the dialog is gone. */
export const DeleteWebhookDialog = ({
  webhook,
  onClose,
  onDeleted,
}: QuestionProps & { onDeleted: () => void }) => {
  const { pending, failure, run } = useFormSubmit(t('deleteFailed'))
  const remove = async () => {
    const isGone = await run(async () => {
      try {
        await deleteWebhook(webhook.id)
      } catch (error) {
        // Another admin was faster.
        if (!(error instanceof RequestFailed && error.status === 404)) throw error
      }
      await showOwnChange()
      return true
    })
    if (isGone !== true) return
    toast({ kind: 'success', text: t('deleted') })
    onClose()
    onDeleted()
  }
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      kind="danger"
      title={t('deleteQuestion')}
      description={t('deleteText', { host: webhook.host })}
      confirmLabel={t('delete')}
      busy={pending}
      busyText={t('deleting')}
      error={failure}
      onConfirm={() => void remove()}
    />
  )
}
