import { create } from 'zustand'
import { request } from '../../http/http.ts'
import { onUserChange } from '../../storage/user-data.ts'

/** A restore that the server has accepted. `safetyBackupId` is the backup of the run before it. */
type StartedRestore = { run: number; safetyBackupId: string }

type RestoreState = {
  /** The backup that this tab restores. */
  backupId: string | undefined
  /** Set once the server has accepted the restore and builds the leaderboard. */
  started: StartedRestore | undefined
}

const idle: RestoreState = { backupId: undefined, started: undefined }

/** The restore of this tab, from the confirmation until its leaderboard is shown. */
export const useRestore = create<RestoreState>(() => idle)
onUserChange(() => endRestore())

/** Restores a backup. Rejects with `RequestFailed` if the server refuses it; the challenge has not changed then. */
export async function startRestore(backupId: string, idempotencyKey: string): Promise<void> {
  useRestore.setState({ backupId, started: undefined })
  try {
    const { run, safetyBackupId } = await request('POST', '/api/admin/restore-backup/:backupId', {
      params: { backupId },
      area: 'admin',
      idempotencyKey,
    })
    useRestore.setState({ started: { run, safetyBackupId } })
  } catch (error) {
    endRestore()
    throw error
  }
}

export const endRestore = (): void => useRestore.setState(idle)
