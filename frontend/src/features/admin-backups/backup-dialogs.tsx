// The dialogs with a form of the screen of backups: one makes a backup, the other accepts the key of another installation, whose name
// and fingerprint it asks for.

import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { request } from '../../shared/http/http.ts'
import { Field } from '../../shared/ui/forms/field.tsx'
import { FormDialog } from '../../shared/ui/forms/form-dialog.tsx'
import { allBackups, backupKeys } from './backups-data.ts'
import { t } from '../../shared/i18n/t.ts'

export const CreateBackupDialog = ({ onClose }: { onClose: () => void }) => {
  const { started, day } = useCurrentDay()
  return (
    <FormDialog
      title={t('adminBackups.createTitle')}
      description={t('adminBackups.createText')}
      schema={async () => (await import('@thirty/contracts/backups/api.ts')).createBackupRequest}
      defaultValues={{ name: started ? t('common.day', { day }) : '' }}
      send={(body) => allBackups.after(request('POST', '/api/admin/backups', { body }).then(() => body))}
      failureText={t('adminBackups.createFailed')}
      doneText={({ name }) => t('adminBackups.created', { name })}
      submitLabel={t('adminBackups.createBackup')}
      busyText={t('adminBackups.creating')}
      onClose={onClose}
    >
      {(form) => <Field {...form.text('name')} label={t('common.name')} dir="auto" maxLength={120} />}
    </FormDialog>
  )
}

export const AcceptKeyDialog = ({ onClose }: { onClose: () => void }) => (
  <FormDialog
    title={t('adminBackups.acceptKeyTitle')}
    description={t('adminBackups.acceptKeyText')}
    schema={async () => (await import('./key-schema.ts')).keyForm}
    defaultValues={{ fingerprint: '', name: '' }}
    send={async ({ fingerprint, name }) => {
      const options = { params: { fingerprint }, body: { name } }
      await backupKeys.after(request('PUT', '/api/admin/backup-keys/:fingerprint', options))
      return name
    }}
    failureText={t('adminBackups.acceptKeyFailed')}
    doneText={(name) => t('adminBackups.keyAccepted', { name })}
    submitLabel={t('adminBackups.acceptKey')}
    busyText={t('adminBackups.acceptingKey')}
    onClose={onClose}
  >
    {(form) => (
      <>
        <Field
          {...form.text('fingerprint')}
          label={t('common.key')}
          hint={t('adminBackups.keyHint')}
          dir="ltr"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Field
          {...form.text('name')}
          label={t('common.name')}
          hint={t('adminBackups.keyNameHint')}
          dir="auto"
          maxLength={120}
        />
      </>
    )}
  </FormDialog>
)
