import { setImmediate } from 'node:timers/promises'
import type { ParticipantImport } from '@thirty/contracts/api/admin/participant-import.ts'
import type { EmailMessage } from '@thirty/infra/mail/mail.ts'
import type { EventLog } from '@thirty/infra/event-log/event-log.ts'
import { accountHandlers } from '@thirty/command-api/accounts/endpoints.ts'
import {
  participantImportHandlers,
  type ParticipantImportParts,
} from '@thirty/command-api/accounts/participant-import/endpoints.ts'
import { passwordHasher } from '@thirty/command-api/accounts/password/password-hasher.ts'
import { passwordResetHandlers } from '@thirty/command-api/accounts/password-reset/endpoints.ts'
import { createCommands } from '@thirty/command-api/handle.ts'
import { adminKey } from './accounts-app.ts'
import { createTestContext, serveEndpoints } from './test-app.ts'

/** The fields of an outcome and of a refusal. */
type Body = Pick<ParticipantImport, 'rows' | 'file'> & { code: string; message: string }

/** Serves imports of participants, accounts and password resets over HTTP, and collects the emails in `sent`. */
export async function participantImportApp() {
  const app = await createTestContext()
  const sent: EmailMessage[] = []
  const queue = { pending: 0 }
  const tasks = new Set<Promise<void>>()
  const ending = new AbortController()
  const base = {
    ...app,
    passwords: passwordHasher(),
    publicUrl: new URL('https://thirty.example'),
    secret: 'z'.repeat(32),
    adminKey,
    pauseMs: 1,
    languageOf: () => 'en' as const,
    mail: {
      send: (message: EmailMessage) => sent.push(message) > 0,
      pendingCount: () => queue.pending,
      discard: async () => undefined,
    },
    runInBackground: (task: (signal: AbortSignal) => Promise<void>) => {
      const running = task(ending.signal)
        // The product logs errors of background tasks.
        .catch(() => undefined)
        .finally(() => tasks.delete(running))
      tasks.add(running)
    },
  }
  /** Serves another process over the same log, or over a log in which something fails. */
  const serve = (log: EventLog = app.log, change: Partial<ParticipantImportParts> = {}) => {
    const deps = { ...base, log, commands: createCommands({ log, clock: app.clock }), ...change }
    return serveEndpoints(app, [
      ...accountHandlers({ ...deps, mail: base.mail }),
      ...participantImportHandlers(deps),
      ...passwordResetHandlers({ ...deps, runInBackground: base.runInBackground }),
    ])
  }
  const http = await serve()
  // A new token for each request: specs let weeks pass.
  const adminToken = () => app.tokenOf('root', { isAdmin: true })
  const send = async (path: string, csv: string | Uint8Array, { port } = http, token = adminToken()) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/admin/participants/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/csv', Authorization: `Bearer ${token}` },
      body: typeof csv === 'string' ? csv : new Blob([new Uint8Array(csv)]),
    })
    // A field that a response lacks fails the test that reads it.
    return { status: response.status, body: (await response.json()) as Body }
  }
  const waitForTasks = async () => {
    while (tasks.size > 0) await Promise.all([...tasks, setImmediate()])
  }
  return {
    ...app,
    http,
    sent,
    queue,
    serve,
    runInBackground: base.runInBackground,
    waitForTasks,
    preview: (csv: string | Uint8Array, token?: string) => send('import/preview', csv, http, token),
    /** Imports a file and waits for the invitations. */
    import: async (csv: string | Uint8Array, server = http) => {
      const response = await send('import', csv, server)
      await waitForTasks()
      return response
    },
    close: async () => {
      ending.abort()
      await waitForTasks()
      await http.close()
      await app.close()
    },
  }
}
