// All backups: create, import, restore, export and delete them. The query `backup` highlights one.

import { FileUp, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useSearchParams } from '../../shared/navigation/router.ts'
import { HistoryNotices } from '../../shared/history/history-notices.tsx'
import { RestoreDialog } from '../../shared/history/restore/restore-dialog.tsx'
import { LiveConnectionPill } from '../../shared/live/live-connection-pill.tsx'
import { useLiveData } from '../../shared/live/live-data.ts'
import { Allowed, ReadOnlyNotice } from '../../shared/team/permissions.tsx'
import { lazyDialog } from '../../shared/ui/dialog/lazy-dialog.tsx'
import { Button } from '../../shared/ui/controls/button.tsx'
import { AdminPage } from '../../shared/ui/page/admin-page.tsx'
import { RefreshButton } from '../../shared/ui/page/refresh-button.tsx'
import { BackupGrid, type BackupDialog } from './backup-grid.tsx'
import { allBackups, deleteBackup } from './backups-data.ts'
import { ImportDialog } from './import/import-dialog.tsx'
import { BackupKeys } from './keys/backup-keys.tsx'
import { t } from '../../shared/i18n/t.ts'
import { RequestDialog } from '../../shared/ui/dialog/alert-dialog.tsx'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import layout from '../../shared/styles/layout.module.css'

const CreateBackupDialog = lazyDialog(
  async () => (await import('./create-backup-dialog.tsx')).CreateBackupDialog,
)

export const BackupsScreen = () => {
  const view = useLiveData(allBackups)
  const [query] = useSearchParams()
  const [dialog, setDialog] = useState<BackupDialog>()
  const close = () => setDialog(undefined)
  const createButton = useRef<HTMLButtonElement>(null)
  return (
    <AdminPage
      title={t('adminBackups.challengeBackups')}
      actions={
        <>
          <LiveConnectionPill view={view} subject={t('common.listSubject')} />
          <RefreshButton refresh={allBackups.refresh} />
        </>
      }
      note={
        view.state === 'ready' &&
        t(view.data.nextCursor === null ? 'adminBackups.count' : 'adminBackups.newestCount', {
          count: view.data.rows.length,
        })
      }
    >
      <HistoryNotices />
      <ReadOnlyNotice permission="manage-backups" />
      <Allowed to="manage-backups">
        <div className={layout.cluster8}>
          <Button
            ref={createButton}
            kind="primary"
            icon={<Plus />}
            onClick={() => setDialog({ kind: 'create' })}
          >
            {t('adminBackups.createBackup')}
          </Button>
          <Button icon={<FileUp />} onClick={() => setDialog({ kind: 'import' })}>
            {t('adminBackups.import')}
          </Button>
        </div>
      </Allowed>
      <BackupGrid view={view} selectedId={query.get('backup') ?? undefined} onOpen={setDialog} />
      {/* Below the backups: before these are there, it would be pushed down. */}
      {view.state !== 'loading' && <BackupKeys />}
      {dialog?.kind === 'create' && <CreateBackupDialog onClose={close} />}
      {dialog?.kind === 'import' && <ImportDialog onClose={close} />}
      {dialog?.kind === 'delete' && (
        <RequestDialog
          kind="danger"
          title={t('adminBackups.deleteQuestion')}
          description={t.rich('adminBackups.deleteText', { name: dialog.backup.name })}
          confirmLabel={t('common.delete')}
          busyText={t('common.deleting')}
          failureText={t('adminBackups.deleteFailed')}
          run={async () => {
            await deleteBackup(dialog.backup._id)
            toast({ kind: 'success', text: t('adminBackups.deleted', { name: dialog.backup.name }) })
            close()
            // The button that opened the dialog is gone, and the dialog holds the focus until then.
            requestAnimationFrame(() => createButton.current?.focus())
          }}
          onClose={close}
        />
      )}
      {dialog?.kind === 'restore' && (
        <RestoreDialog backupId={dialog.backup._id} backup={dialog.backup} onClose={close} />
      )}
    </AdminPage>
  )
}
