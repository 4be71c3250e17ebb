import { acceptBackupKeyRequest, backupKeyFingerprint } from '@thirty/contracts/backups/backup-keys-api.ts'
import { z } from 'zod'
import { Button } from '../../../shared/ui/controls/button.tsx'
import { SubmitButton } from '../../../shared/ui/forms/submit-button.tsx'
import { Dialog } from '../../../shared/ui/dialog/dialog.tsx'
import { toast } from '../../../shared/ui/feedback/toast-store.ts'
import { Field } from '../../../shared/ui/forms/field.tsx'
import { FormMessages } from '../../../shared/ui/forms/form-messages.tsx'
import { useForm } from '../../../shared/ui/forms/use-form.ts'
import { t } from '../../../shared/i18n/t.ts'
import { acceptKey } from './backup-keys-data.ts'
import css from '../backups-screen.module.css'

/** Spaces, colons and capital letters of what is pasted do not matter. */
const schema = acceptBackupKeyRequest.extend({
  fingerprint: z
    .string()
    .transform((text) => text.replaceAll(/[\s:-]/gu, '').toLowerCase())
    .pipe(backupKeyFingerprint),
})

/** Asks for the key of another installation and its name, and accepts it. */
export const AcceptKeyDialog = ({ onClose }: { onClose: () => void }) => {
  const form = useForm({
    schema,
    defaultValues: { fingerprint: '', name: '' },
    failureText: t('adminBackups.acceptKeyFailed'),
    send: (key) => acceptKey(key).then(() => key.name),
    onDone: (name) => {
      toast({ kind: 'success', text: t('adminBackups.keyAccepted', { name }) })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={() => !form.pending && onClose()}
      title={t('adminBackups.acceptKeyTitle')}
      description={t('adminBackups.acceptKeyText')}
    >
      <form className={css.form} {...form.props}>
        <Field
          {...form.text('fingerprint')}
          label={t('common.key')}
          hint={t('adminBackups.keyHint')}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Field
          {...form.text('name')}
          label={t('common.name')}
          hint={t('adminBackups.keyNameHint')}
          dir="auto"
          maxLength={120}
          autoComplete="off"
        />
        <FormMessages form={form} />
        <div className={css.formActions}>
          <Button disabled={form.pending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <SubmitButton form={form} busyText={t('adminBackups.acceptingKey')}>
            {t('adminBackups.acceptKey')}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
