// What this tab knows of the history of the challenge: which run is shown, single backups, its own latest reset or restore, and the restore
// under way, which it also starts.

import type { HistoryStatus } from '@thirty/contracts/backups/api.ts'
import { create } from 'zustand'
import { forgetAllKeys, request } from '../http/http.ts'
import { t } from '../i18n/t.ts'
import { liveData, reloads, useLiveData } from '../live/live-data.ts'
import { onUserChange } from '../storage/user-change.ts'
import { tabStorage } from '../storage/browser-storage.ts'

/** A reset or a restore is over once there is another run. The same one is meant anew then, also if the answer to the first was lost. */
function withNewRun(status: HistoryStatus, before: HistoryStatus | undefined): HistoryStatus {
  if (before && before.run !== status.run) forgetAllKeys()
  return status
}

/** The response has no position. A message that arrives during a load is newer than its response. */
const historyStatus = liveData<HistoryStatus>({
  load: async (_key, signal, before) => {
    const { success: _, ...status } = await request('GET', '/api/admin/history', { signal })
    return withNewRun(status, before)
  },
  messages: {
    'history.changed': (before, { status }) => withNewRun(status, before),
  },
})

/** Returns the current run, the shown run and the progress of a switch inside a component; undefined until it is loaded. */
export const useHistoryStatus = (): HistoryStatus | undefined => useLiveData(historyStatus).data

export const refreshHistory = historyStatus.refresh

/** Returns whether the leaderboard of a new run is being built. While that fails, another backup can be restored. */
export const isBuilding = (status: HistoryStatus | undefined): boolean => status?.state === 'building'

/** Single backups by id. Live messages do not say which one was deleted. Only admins receive them. */
export const backupData = liveData({
  load: (backupId: string, signal) =>
    request('GET', '/api/admin/backups/:backupId', { params: { backupId }, signal }),
  messages: { 'backups.changed': reloads },
  reloadDelayMs: 100,
  isAlwaysFresh: true,
  failedText: t('common.noResponse'),
})

/** A reset or a restore of this tab that can be undone: restoring `backupId` brings back what was before it. */
export type LastChange = {
  kind: 'reset' | 'restore'
  /** The run that it began. A later run makes the undo meaningless. */
  run: number
  backupId: string
}

const storageKey = 'thirty-last-history-change'

/** The latest reset or restore of this tab. It survives a reload of the page. Prerendered pages have none. */
export const useLastChange = create<{ change: LastChange | undefined }>(() => ({ change: undefined }))
useLastChange.setState({ change: storedChange() })
onUserChange(() => useLastChange.setState({ change: undefined }))

export function setLastChange(change: LastChange | undefined): void {
  if (change === undefined) tabStorage.remove(storageKey)
  else tabStorage.set(storageKey, JSON.stringify(change))
  useLastChange.setState({ change })
}

function storedChange(): LastChange | undefined {
  const { kind, run, backupId } = tabStorage.read<LastChange>(storageKey)
  return kind && backupId && run !== undefined ? { kind, run, backupId } : undefined
}

type RestoreState = {
  /** The backup that this tab restores. */
  backupId?: string
  /** Set once the server has accepted the restore and builds the leaderboard. `safetyBackupId` is the backup of the run before it. */
  started?: { run: number; safetyBackupId: string }
}

/** The restore of this tab, from the confirmation until its leaderboard is shown. */
export const useRestore = create<RestoreState>(() => ({}))
export const endRestore = (): void => useRestore.setState({}, true)
onUserChange(endRestore)

/** Restores a backup. Rejects with `RequestFailed` if the server refuses it; the challenge has not changed then. */
export async function startRestore(backupId: string): Promise<void> {
  useRestore.setState({ backupId }, true)
  try {
    const params = { backupId }
    const { run, safetyBackupId } = await request('POST', '/api/admin/restore-backup/:backupId', { params })
    useRestore.setState({ started: { run, safetyBackupId } })
  } catch (error) {
    endRestore()
    throw error
  }
}
