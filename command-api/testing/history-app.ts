import type { HistorySegment } from '@thirty/contracts/challenge/challenge-state.ts'
import { untranslated } from '@thirty/contracts/endpoints/refusals.ts'
import { projectId } from '@thirty/contracts/projects/project-id.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { admin } from './people.ts'
import { projectFields } from './project-events.ts'
import { commandApp } from './test-app.ts'

/**
 * The command side, and the requests that specs of resets and restores send. `processOver` returns the same requests to another process
 * over the same log, or over one that is interrupted.
 */
export async function historyApp() {
  /** Runs whose backups cannot be restored. */
  const damagedRuns = new Set<number>()
  const app = await commandApp({}, () => ({
    checkReplay: async ({ run }: HistorySegment) => {
      if (damagedRuns.has(run)) throw untranslated('backup-damaged', 'This backup cannot be restored.')
    },
  }))
  const requestsTo = ({ call } = app.http) => {
    const as = (user: string) => (method: string, path: string, body?: unknown, key?: string) =>
      call(method, path, body, { token: app.tokenOf(user), key })
    const asAdmin = (method: string, path: string, body?: unknown) =>
      call(method, path, body, { token: app.tokenOf(admin, { isAdmin: true }) })
    return {
      as,
      asAdmin,
      reset: () => asAdmin('POST', '/api/admin/reset-with-backup'),
      restore: (backup: unknown) => asAdmin('POST', `/api/admin/restore-backup/${String(backup)}`),
      createBackup: () => asAdmin('POST', '/api/admin/backups', { name: 'Halfway' }),
      submit: (user: string, day = 4, key?: string) =>
        as(user)('POST', '/api/projects', { ...projectFields, imageUrl: app.imageUrlOf(user), day }, key),
      withdraw: (user: string, run: number, day = 4) =>
        as(user)('DELETE', `/api/projects/${projectId({ run, day, user })}`),
    }
  }
  return {
    ...app,
    ...requestsTo(),
    damagedRuns,
    processOver: async (log: EventLog) => requestsTo(await app.serve(log)),
  }
}
