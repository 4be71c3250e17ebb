// The backups, live, with their export as a file, and the keys that sign them. One backup by its id is `backupData` (`shared/history`).

import type { Backup } from '@thirty/contracts/backups/api.ts'
import { create } from 'zustand'
import { request, requestPage } from '../../shared/http/http.ts'
import { isAbortError, RequestFailed } from '../../shared/http/request-failed.ts'
import { liveData, reloads, pagesOf } from '../../shared/live/live-data.ts'
import { t } from '../../shared/i18n/t.ts'
import { download, saveFile, formatBytes } from '../../shared/http/download.ts'
import { onUserChange } from '../../shared/storage/user-change.ts'
import { toast } from '../../shared/ui/feedback/toast-store.ts'

/** The loaded backups, newest first. `nextCursor` is null if these are all. */
export type Backups = { rows: Backup[]; nextCursor: string | null }

/** The backups. Live messages only say that the list changed, so a change loads it again. */
export const allBackups = liveData<Backups>({
  ...pagesOf('rows', {
    pageSize: 24,
    fetchPage: (_key, query, signal) => requestPage('/api/admin/backups', { query, signal }),
    idOf: ({ _id }) => _id,
  }),
  // Only admins receive the message.
  reloadDelayMs: 100,
  messages: { 'backups.changed': reloads },
})

type RunningExport = { backupId: string; bytes: number; controller: AbortController }

/** The export of a backup as a file, which continues while another screen is open. */
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

/** The key of this installation, and the accepted keys of others. */
export const backupKeys = liveData({
  load: (_key: undefined, signal) => request('GET', '/api/admin/backup-keys', { signal }),
  failedText: t('common.noResponse'),
  resyncs: true,
  isAlwaysFresh: true,
})

/** Returns a fingerprint in groups of four characters, which people can compare. */
export const formatFingerprint = (fingerprint: string): string => fingerprint.replaceAll(/.{4}(?=.)/g, '$& ')
