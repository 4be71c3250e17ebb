// Shows a secret, once. Only its button closes it, so that nobody loses the secret by a press outside.

import { Copy } from 'lucide-react'
import { Button } from '../../shared/ui/controls/button.tsx'
import { BaseDialog } from '../../shared/ui/dialog/base-dialog.tsx'
import { copyText } from '../../shared/ui/feedback/copy-text.ts'
import { Field } from '../../shared/ui/forms/field.tsx'
import { t } from '../../shared/i18n/t.ts'
import layout from '../../shared/styles/layout.module.css'
import css from './webhooks-screen.module.css'

type SecretDialogProps = { secret: string; isRotated: boolean; onClose: () => void }

export const SecretDialog = ({ secret, isRotated, onClose }: SecretDialogProps) => {
  const copy = () =>
    copyText(secret, { copied: t('adminWebhooks.copied'), notCopied: t('adminWebhooks.notCopied') })
  return (
    <BaseDialog
      role="alertdialog"
      isDismissible={false}
      onClose={onClose}
      width={560}
      title={t('adminWebhooks.secretTitle')}
      description={t(isRotated ? 'adminWebhooks.secretRotatedText' : 'adminWebhooks.secretText')}
      actions={
        <span className={layout.formActions}>
          <Button icon={<Copy />} onClick={() => void copy()}>
            {t('common.copy')}
          </Button>
          <Button kind="primary" onClick={onClose}>
            {t('common.done')}
          </Button>
        </span>
      }
    >
      <Field
        id="webhook-secret"
        className={css.secret}
        label={t('adminWebhooks.secret')}
        readOnly
        value={secret}
        onFocus={(event) => event.target.select()}
      />
    </BaseDialog>
  )
}
