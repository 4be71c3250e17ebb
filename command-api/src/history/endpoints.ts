import { historyEndpoints } from '@thirty/contracts/api/admin/backups.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { commandContext } from '../idempotency.ts'
import type { WaitForProjections } from '../wait-for-projections.ts'
import {
  backUpNow,
  removeBackup,
  resetChallenge,
  restoreBackup,
  type HistoryCommandDeps,
} from './history-commands.ts'

export type HistoryDeps = HistoryCommandDeps & { waitForProjections: WaitForProjections }

/** Handlers that reset the challenge, restore a backup, and create and delete backups. */
export function historyHandlers(deps: HistoryDeps): Endpoint[] {
  const { waitForProjections } = deps
  return [
    endpoint(historyEndpoints.reset)(async (request) => {
      const context = commandContext(request, request.caller.id, 'reset-challenge')
      const { run, backup: backupId, position } = await resetChallenge(deps, context)
      const message = 'Challenge reset successfully! Backup created.'
      return { success: true, message, ...(await waitForProjections(position)), run, backupId }
    }),
    endpoint(historyEndpoints.restore)(async (request) => {
      const { backupId: backup } = request.params
      const context = commandContext(request, request.caller.id, 'restore-backup')
      const { run, backup: safetyBackupId, position } = await restoreBackup(deps, { backup, context })
      const message = 'System restored successfully! The page will now refresh.'
      return { success: true, message, ...(await waitForProjections(position)), run, safetyBackupId }
    }),
    endpoint(historyEndpoints.create)(async (request) => {
      const context = commandContext(request, request.caller.id, 'create-backup')
      const { backup: backupId, position } = await backUpNow(deps, { ...request.body, context })
      const message = 'Backup created'
      return { success: true, message, ...(await waitForProjections(position)), backupId }
    }),
    endpoint(historyEndpoints.remove)(async (request) => {
      const { backupId: backup } = request.params
      const context = commandContext(request, request.caller.id, 'delete-backup')
      const { position } = await removeBackup(deps, { backup, context })
      return { success: true, message: 'Backup deleted', ...(await waitForProjections(position)) }
    }),
  ]
}
