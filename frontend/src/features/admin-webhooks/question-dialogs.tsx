// The questions before the secret of a webhook is replaced, and before a webhook is deleted.

import type { Webhook } from '@thirty/contracts/webhooks/api.ts'
import { RequestDialog } from '../../shared/ui/dialog/request-dialog.tsx'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { deleteWebhook, rotateSecret, showOwnChange } from './webhooks-data.ts'
import { t } from '../../shared/i18n/t.ts'

type QuestionProps = { webhook: Webhook; onClose: () => void }

export const RotateSecretDialog = ({
  webhook,
  onClose,
  onRotated,
}: QuestionProps & { onRotated: (secret: string) => void }) => (
  <RequestDialog
    title={t('adminWebhooks.rotateQuestion')}
    description={t('adminWebhooks.rotateText', { host: webhook.host })}
    confirmLabel={t('adminWebhooks.rotate')}
    busyText={t('adminWebhooks.rotating')}
    failureText={t('adminWebhooks.rotateFailed')}
    send={() => rotateSecret(webhook.id)}
    onDone={({ secret }) => {
      void showOwnChange()
      onRotated(secret)
    }}
    onClose={onClose}
  />
)

/** Asks whether to delete a webhook. `onDeleted` is called after `onClose`: the button that opened the dialog is gone. */
export const DeleteWebhookDialog = ({
  webhook,
  onClose,
  onDeleted,
}: QuestionProps & { onDeleted: () => void }) => (
  <RequestDialog
    kind="danger"
    title={t('adminWebhooks.deleteQuestion')}
    description={t('adminWebhooks.deleteText', { host: webhook.host })}
    confirmLabel={t('common.delete')}
    busyText={t('adminWebhooks.deleting')}
    failureText={t('adminWebhooks.deleteFailed')}
    send={async () => {
      await deleteWebhook(webhook.id)
      await showOwnChange()
      return 'deleted'
    }}
    onDone={() => {
      toast({ kind: 'success', text: t('common.webhookDeleted') })
      onClose()
      onDeleted()
    }}
    onClose={onClose}
  />
)
