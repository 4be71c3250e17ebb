import { untranslated } from '@thirty/contracts/endpoints/refusals.ts'
import type { HistorySegment } from '@thirty/contracts/challenge/challenge-state.ts'
import { projectId } from '@thirty/contracts/projects/project-id.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { challengeHandlers } from '@thirty/command-api/challenge/endpoints.ts'
import { completionHandlers } from '@thirty/command-api/completions/endpoints.ts'
import { createCommands } from '@thirty/command-api/handle.ts'
import { historyHandlers } from '@thirty/command-api/history/endpoints.ts'
import { imageNames } from '@thirty/command-api/images/image-names.ts'
import { imageRegistry } from '@thirty/command-api/images/image-registry.ts'
import { projectHandlers } from '@thirty/command-api/projects/endpoints.ts'
import { ratingHandlers } from '@thirty/command-api/ratings/endpoints.ts'
import { reactionHandlers } from '@thirty/command-api/reactions/endpoints.ts'
import { admin } from './people.ts'
import { projectFields } from './projects-app.ts'
import { createTestContext, serveEndpoints } from './test-app.ts'

type Options = { by?: string; key?: string }
type Context = Awaited<ReturnType<typeof createTestContext>>

/**
 * Serves the endpoints of the challenge, its history and its projects over HTTP, and returns the requests that specs send.
 * `processOver` serves them again, as another process over the same log or over one that is interrupted.
 */
export async function historyApp() {
  const app = await createTestContext()
  const first = await serveHistory(app, app.log)
  const processes = [first]
  return {
    ...app,
    ...first,
    processOver: async (log: HistoryLog) => {
      const other = await serveHistory(app, log)
      processes.push(other)
      return other
    },
    close: async () => {
      for (const { http } of processes) await http.close()
      await app.close()
    },
  }
}

/** The part of the log that these endpoints need. */
type HistoryLog = Pick<EventLog, 'append' | 'read' | 'readAll' | 'head' | 'truncate'>

/** Creates the endpoints as a process over a log. */
export function historyEndpoints(app: Context, log: HistoryLog) {
  const names = imageNames('a secret of this installation')
  const images = new Map<string, string>()
  const imageUrlOf = (user: string) => {
    const name = images.get(user) ?? names.nameFor(user)
    images.set(user, name)
    return `/uploads/${name}`
  }
  const damagedRuns = new Set<number>()
  const commands = createCommands({ log, clock: app.clock })
  const deps = {
    ...app,
    log,
    commands,
    imageNames: names,
    images: imageRegistry({ ...app, commands, imageNames: names }),
    checkReplay: async ({ run }: HistorySegment) => {
      if (damagedRuns.has(run)) throw untranslated('backup-damaged', 'This backup cannot be restored.')
    },
  }
  const endpoints = [
    ...historyHandlers(deps),
    ...challengeHandlers(deps),
    ...projectHandlers(deps),
    ...ratingHandlers(deps),
    ...reactionHandlers(deps),
    ...completionHandlers(deps),
  ]
  return { endpoints, commands, damagedRuns, imageUrlOf }
}

/** Serves the endpoints as a process over a log. The caller closes `http`. */
async function serveHistory(app: Context, log: HistoryLog) {
  const { endpoints, commands, damagedRuns, imageUrlOf } = historyEndpoints(app, log)
  const http = await serveEndpoints(app, endpoints)
  const as = (user: string) => (method: string, path: string, body?: unknown, key?: string) =>
    http.call(method, path, body, { token: app.tokenOf(user), key })
  const asAdmin = (method: string, path: string, body?: unknown, { by = admin, key }: Options = {}) => {
    const token = app.tokenOf(by, { isAdmin: true })
    return http.call(method, path, body, { token, key })
  }

  return {
    http,
    commands,
    /** Runs whose backups cannot be restored. */
    damagedRuns,
    imageUrlOf,
    as,
    asAdmin,
    start: () => asAdmin('POST', '/api/admin/challenge/start'),
    reset: (options?: Options) => asAdmin('POST', '/api/admin/reset-with-backup', undefined, options),
    restore: (backup: unknown, options?: Options) =>
      asAdmin('POST', `/api/admin/restore-backup/${String(backup)}`, undefined, options),
    createBackup: (name = 'Halfway', options?: Options) =>
      asAdmin('POST', '/api/admin/backups', { name }, options),
    deleteBackup: (backup: unknown, options?: Options) =>
      asAdmin('DELETE', `/api/admin/backups/${String(backup)}`, undefined, options),
    submit: (user: string, day = 4, key?: string) =>
      as(user)('POST', '/api/projects', { ...projectFields, imageUrl: imageUrlOf(user), day }, key),
    withdraw: (user: string, run: number, day = 4) =>
      as(user)('DELETE', `/api/projects/${projectId({ run, day, user })}`),
  }
}
