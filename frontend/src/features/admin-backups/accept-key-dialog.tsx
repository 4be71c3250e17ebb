import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { Field } from '../../shared/ui/forms/field.tsx'
import { FormDialog } from '../../shared/ui/forms/form-dialog.tsx'
import { useForm } from '../../shared/ui/forms/use-form.tsx'
import { t } from '../../shared/i18n/t.ts'
import { acceptKey } from './backups-data.ts'

/** Asks for the name of another installation and the fingerprint of the key that signs its backups, and accepts the key. */
export const AcceptKeyDialog = ({ onClose }: { onClose: () => void }) => {
  const form = useForm({
    schema: async () => (await import('./key-schema.ts')).keyForm,
    defaultValues: { fingerprint: '', name: '' },
    failureText: t('adminBackups.acceptKeyFailed'),
    send: (key) => acceptKey(key).then(() => key.name),
    onDone: (name) => {
      toast({ kind: 'success', text: t('adminBackups.keyAccepted', { name }) })
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('adminBackups.acceptKeyTitle')}
      description={t('adminBackups.acceptKeyText')}
      submitLabel={t('adminBackups.acceptKey')}
      busyText={t('adminBackups.acceptingKey')}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}
