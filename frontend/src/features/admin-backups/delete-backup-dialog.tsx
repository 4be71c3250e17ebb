// Asks whether to remove a backup from the list.

import type { Backup } from '@thirty/contracts/backups/api.ts'
import { RequestDialog } from '../../shared/ui/dialog/request-dialog.tsx'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { deleteBackup } from './backups-data.ts'
import { t } from '../../shared/i18n/t.ts'

type DeleteBackupDialogProps = {
  backup: Backup
  onClose: () => void
  /** Called after `onClose`: the button that opened the dialog is gone. */
  onDeleted: () => void
}

export const DeleteBackupDialog = ({ backup, onClose, onDeleted }: DeleteBackupDialogProps) => (
  <RequestDialog
    kind="danger"
    title={t('adminBackups.deleteQuestion')}
    description={t.rich('adminBackups.deleteText', { name: backup.name })}
    confirmLabel={t('common.delete')}
    busyText={t('common.deleting')}
    failureText={t('adminBackups.deleteFailed')}
    send={() => deleteBackup(backup._id).then(() => 'deleted')}
    onDone={() => {
      toast({ kind: 'success', text: t('adminBackups.deleted', { name: backup.name }) })
      onClose()
      onDeleted()
    }}
    onClose={onClose}
  />
)
