import type { Backup } from '@thirty/contracts/backups/api.ts'
import { isNotFound } from '../../shared/http/request-failed.ts'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { AlertDialog } from '../../shared/ui/dialog/alert-dialog.tsx'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { deleteBackup, showOwnChange } from './backups-data.ts'
import { t } from '../../shared/i18n/t.ts'

type DeleteBackupDialogProps = {
  backup: Backup
  onClose: () => void
  /** Called after `onClose`: the button that opened the dialog is gone. */
  onDeleted: () => void
}

/** Asks whether to remove a backup from the list. */
export const DeleteBackupDialog = ({ backup, onClose, onDeleted }: DeleteBackupDialogProps) => {
  const { pending, failure, run } = useFormSubmit(t('adminBackups.deleteFailed'))
  const remove = async () => {
    const isGone = await run(async () => {
      try {
        await deleteBackup(backup._id)
      } catch (error) {
        // Another admin was faster.
        if (!isNotFound(error)) throw error
        await showOwnChange()
      }
      return true
    })
    if (!isGone) return
    toast({ kind: 'success', text: t('adminBackups.deleted', { name: backup.name }) })
    onClose()
    onDeleted()
  }
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      kind="danger"
      title={t('adminBackups.deleteQuestion')}
      description={t.rich('adminBackups.deleteText', { name: backup.name, bdi: (text) => <bdi>{text}</bdi> })}
      confirmLabel={t('common.delete')}
      busy={pending}
      busyText={t('common.deleting')}
      error={failure}
      onConfirm={() => void remove()}
    />
  )
}
