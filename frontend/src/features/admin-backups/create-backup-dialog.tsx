import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { Field } from '../../shared/ui/forms/field.tsx'
import { FormDialog } from '../../shared/ui/forms/form-dialog.tsx'
import { useForm } from '../../shared/ui/forms/use-form.tsx'
import { createBackup } from './backups-data.ts'
import { t } from '../../shared/i18n/t.ts'

/** Asks for the name of a new backup, and makes it. */
export const CreateBackupDialog = ({ onClose }: { onClose: () => void }) => {
  const { started, day } = useCurrentDay()
  const form = useForm({
    schema: async () => (await import('@thirty/contracts/backups/api.ts')).createBackupRequest,
    defaultValues: { name: started ? t('common.day', { day }) : '' },
    failureText: t('adminBackups.createFailed'),
    send: ({ name }) => createBackup(name).then(() => name),
    onDone: (name) => {
      toast({ kind: 'success', text: t('adminBackups.created', { name }) })
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('adminBackups.createTitle')}
      description={t('adminBackups.createText')}
      submitLabel={t('adminBackups.createBackup')}
      busyText={t('adminBackups.creating')}
      onClose={onClose}
    >
      <Field {...form.text('name')} label={t('common.name')} dir="auto" maxLength={120} autoComplete="off" />
    </FormDialog>
  )
}
