import { createBackupRequest } from '@thirty/contracts/backups/api.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { SubmitButton } from '../../shared/ui/forms/submit-button.tsx'
import { Dialog } from '../../shared/ui/dialog/dialog.tsx'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { Field } from '../../shared/ui/forms/field.tsx'
import { FormMessages } from '../../shared/ui/forms/form-messages.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { createBackup } from './backups-data.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './backups-screen.module.css'

/** Asks for the name of a new backup, and makes it. */
export const CreateBackupDialog = ({ onClose }: { onClose: () => void }) => {
  const { started, day } = useCurrentDay()
  const form = useForm({
    schema: createBackupRequest,
    defaultValues: { name: started ? t('common.day', { day }) : '' },
    failureText: t('adminBackups.createFailed'),
    send: ({ name }) => createBackup(name).then(() => name),
    onDone: (name) => {
      toast({ kind: 'success', text: t('adminBackups.created', { name }) })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={() => !form.pending && onClose()}
      title={t('adminBackups.createTitle')}
      description={t('adminBackups.createText')}
    >
      <form className={css.form} {...form.props}>
        <Field
          {...form.text('name')}
          label={t('common.name')}
          dir="auto"
          maxLength={120}
          autoComplete="off"
        />
        <FormMessages form={form} />
        <div className={css.formActions}>
          <Button disabled={form.pending} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <SubmitButton form={form} busyText={t('adminBackups.creating')}>
            {t('adminBackups.createBackup')}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
