import { historyEndpoints } from '@thirty/contracts/api/admin/backups.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { challengeFold } from '../challenge-fold.ts'
import { commandEndpoints } from '../command.ts'
import { commandContext } from '../idempotency.ts'
import type { With } from '../parts.ts'
import { createBackup, deleteBackup } from './decide.ts'
import {
  decidesInCurrentRun,
  loadHistory,
  newBackupId,
  resetChallenge,
  restoreBackup,
  type HistoryParts,
} from './history-commands.ts'

/** Handlers that reset the challenge, restore a backup, and create and delete backups. */
export function historyHandlers(parts: HistoryParts & With<'waitForProjections'>): Endpoint[] {
  const { waitForProjections } = parts
  const command = commandEndpoints(parts)
  return [
    endpoint(historyEndpoints.reset)(async (request) => {
      const context = commandContext(request, request.caller.id, 'reset-challenge')
      const { run, backup: backupId, position } = await resetChallenge(parts, context)
      const message = 'Challenge reset successfully! Backup created.'
      return { success: true, message, ...(await waitForProjections(position)), run, backupId }
    }),
    endpoint(historyEndpoints.restore)(async (request) => {
      const { backupId: backup } = request.params
      const context = commandContext(request, request.caller.id, 'restore-backup')
      const { run, backup: safetyBackupId, position } = await restoreBackup(parts, { backup, context })
      const message = 'System restored successfully! The page will now refresh.'
      return { success: true, message, ...(await waitForProjections(position)), run, safetyBackupId }
    }),
    command(historyEndpoints.create, 'create-backup', challengeFold, async ({ body: { name } }, context) => {
      const { runs } = await loadHistory(parts)
      const backup = newBackupId(context)
      const head = await parts.log.head()
      return {
        ...decidesInCurrentRun,
        decide: (history) => createBackup(history, { backup, name, run: runs.current, head }),
        answer: () => ({ message: 'Backup created', backupId: backup }),
      }
    }),
    command(historyEndpoints.remove, 'delete-backup', challengeFold, ({ params: { backupId: backup } }) => ({
      ...decidesInCurrentRun,
      decide: (history) => deleteBackup(history, { backup }),
      answer: () => ({ message: 'Backup deleted' }),
    })),
  ]
}
