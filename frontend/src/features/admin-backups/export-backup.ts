// The export of a backup as a file. It continues while another screen is open.

import type { Backup } from '@thirty/contracts/backups/api.ts'
import { create } from 'zustand'
import { formatBytes } from '../../shared/format/format-bytes.ts'
import { download } from '../../shared/http/download.ts'
import { isAbortError, RequestFailed } from '../../shared/http/request-failed.ts'
import { saveFile } from '../../shared/http/save-file.ts'
import { onUserChange } from '../../shared/storage/user-data.ts'
import { toast } from '../../shared/ui/feedback/toast-store.ts'
import { t } from '../../shared/i18n/t.ts'

type RunningExport = { backupId: string; bytes: number; controller: AbortController }

export const useRunningExport = create<{ running: RunningExport | undefined }>(() => ({ running: undefined }))
onUserChange(cancelExport)

/** Saves a backup as a file; cancels the running export if it is one of the same backup. Says so in a toast when it ends. */
export async function exportBackup(backup: Backup): Promise<void> {
  const { _id: backupId, name } = backup
  const isSame = useRunningExport.getState().running?.backupId === backupId
  cancelExport()
  if (isSame) return
  const controller = new AbortController()
  const showProgress = (bytes: number) =>
    !controller.signal.aborted && useRunningExport.setState({ running: { backupId, bytes, controller } })
  showProgress(0)
  try {
    const file = await download('/api/admin/backups/:backupId/export', {
      params: { backupId },
      area: 'admin',
      signal: controller.signal,
      onProgress: showProgress,
      fallbackName: `thirty-backup-${backupId}.ndjson.gz`,
    })
    saveFile(file)
    toast({ kind: 'success', text: t('adminBackups.exported', { name, size: formatBytes(file.size) }) })
  } catch (error) {
    if (isAbortError(error)) return
    if (!(error instanceof RequestFailed)) throw error
    toast({
      kind: 'error',
      text: t('common.exportFailed', { message: error.message }),
      action: { label: t('common.retry'), onPress: () => void exportBackup(backup) },
    })
  }
  useRunningExport.setState({ running: undefined })
}

function cancelExport(): void {
  useRunningExport.getState().running?.controller.abort()
  useRunningExport.setState({ running: undefined })
}
