import type { Backup } from '@thirty/contracts/api/admin/backups.ts'
import { RequestFailed } from '../../shared/http/request-failed.ts'
import { useFormSubmit } from '../../shared/http/use-form-submit.ts'
import { AlertDialog } from '../../shared/ui/dialog/alert-dialog.tsx'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { deleteBackup, showOwnChange } from './backups-store.ts'

type DeleteBackupDialogProps = {
  backup: Backup
  onClose: () => void
  /** Called after `onClose`: the button that opened the dialog is gone. */
  onDeleted: () => void
}

/** Asks whether to remove a backup from the list. */
export const DeleteBackupDialog = ({ backup, onClose, onDeleted }: DeleteBackupDialogProps) => {
  const { pending, failure, run } = useFormSubmit('Failed to delete the backup. Please try again.')
  const remove = async () => {
    const isGone = await run(async () => {
      try {
        await deleteBackup(backup._id)
      } catch (error) {
        // Another admin was faster.
        if (!(error instanceof RequestFailed && error.status === 404)) throw error
        await showOwnChange()
      }
      return true
    })
    if (!isGone) return
    toast({ kind: 'success', text: `Backup ${backup.name} deleted` })
    onClose()
    onDeleted()
  }
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      kind="danger"
      title="Delete this backup?"
      description={
        <>
          <bdi>{backup.name}</bdi> leaves the list and can no longer be restored or exported here. Export it
          first if you may need it again.
        </>
      }
      confirmLabel="Delete"
      busy={pending}
      busyText="Deleting..."
      error={failure}
      onConfirm={() => void remove()}
    />
  )
}
