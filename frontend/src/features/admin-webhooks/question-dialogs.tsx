import type { Webhook } from '@thirty/contracts/webhooks/api.ts'
import { isNotFound } from '../../shared/http/request-failed.ts'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { AlertDialog } from '../../shared/ui/dialog/alert-dialog.tsx'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { deleteWebhook, rotateSecret, showOwnChange } from './webhooks-data.ts'
import { t } from '../../shared/i18n/t.ts'

type QuestionProps = { webhook: Webhook; onClose: () => void }

/** Asks whether to replace the secret of a webhook. */
export const RotateSecretDialog = ({
  webhook,
  onClose,
  onRotated,
}: QuestionProps & { onRotated: (secret: string) => void }) => {
  const { pending, failure, run } = useFormSubmit(t('adminWebhooks.rotateFailed'))
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
      title={t('adminWebhooks.rotateQuestion')}
      description={t('adminWebhooks.rotateText', { host: webhook.host })}
      confirmLabel={t('adminWebhooks.rotate')}
      busy={pending}
      busyText={t('adminWebhooks.rotating')}
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
  const { pending, failure, run } = useFormSubmit(t('adminWebhooks.deleteFailed'))
  const remove = async () => {
    const isGone = await run(async () => {
      try {
        await deleteWebhook(webhook.id)
      } catch (error) {
        // Another admin was faster.
        if (!isNotFound(error)) throw error
      }
      await showOwnChange()
      return true
    })
    if (isGone !== true) return
    toast({ kind: 'success', text: t('common.webhookDeleted') })
    onClose()
    onDeleted()
  }
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      kind="danger"
      title={t('adminWebhooks.deleteQuestion')}
      description={t('adminWebhooks.deleteText', { host: webhook.host })}
      confirmLabel={t('common.delete')}
      busy={pending}
      busyText={t('adminWebhooks.deleting')}
      error={failure}
      onConfirm={() => void remove()}
    />
  )
}
