import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accessLevels, privilegesFor, type Privileges } from '@thirty/contracts/endpoints/access.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { openSqliteLog } from '@thirty/infra/event-log/sqlite.ts'
import { authentication } from '@thirty/infra/http/authentication/authentication.ts'
import type { Endpoint, Guards } from '@thirty/infra/http/endpoint/endpoint.ts'
import { rateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import type { RefusalCode } from '@thirty/contracts/endpoints/refusals.ts'
import { sessionTokens } from '@thirty/infra/http/authentication/session-tokens.ts'
import { diskMedia } from '@thirty/infra/media/disk.ts'
import { sqliteEntries } from '@thirty/infra/entry-store/sqlite.ts'
import { personalDocumentsIn } from '@thirty/infra/personal-documents/personal-documents.ts'
import { seenSessionsIn } from '@thirty/infra/seen-sessions/seen-sessions.ts'
import { endpointsApp } from '@thirty/infra/testing/http/endpoints-app.ts'
import { startTestServer } from '@thirty/infra/testing/http/test-server.ts'
import { pass } from '@thirty/infra/testing/http/pass.ts'
import { writerWithoutThread } from '@thirty/infra/testing/event-log/writer-without-thread.ts'
import { createCommands } from '@thirty/command-api/handle.ts'
import type { PushNotice } from '@thirty/command-api/notify-by-push.ts'
import { createNewEvent } from './new-event.ts'
import { testNames } from './test-names.ts'
import { testTwoFactorParts } from './two-factor-parts.ts'
import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { projectId } from '@thirty/contracts/projects/project-id.ts'
import { admin, ana } from '@thirty/command-api/testing/people.ts'

const startTime = Date.parse('2026-03-02T08:00:00Z')

/** `role` is that of an admin: owner when missing. */
type TokenOf = { isAdmin?: boolean; role?: AdminRole | null }

/** The dependencies of all handlers. The clock stands still; specs set `time.now`. */
export async function createTestContext({ areLimitsOn = false } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'thirty-commands-'))
  const people = new Map<string, Privileges>()
  const time = { now: startTime }
  const clock = () => time.now
  const log = await openSqliteLog({ folder, onFailure: rethrow, startWriter: writerWithoutThread })
  const mediaFolder = join(folder, 'media')
  const media = await diskMedia(mediaFolder)
  const entries = sqliteEntries(folder, clock)
  const broadcasts: Broadcast[] = []
  const pushed: { user: string; notice: PushNotice }[] = []
  const tokens = sessionTokens({ secret: 'x'.repeat(32), issuer: 'http://localhost', clock })
  const findSession = (id: string) => {
    const person = people.get(id)
    return person && { version: 0, status: 'active' as const, privileges: person }
  }
  const allEvents = async (): Promise<RecordedEvent[]> => {
    const all: RecordedEvent[] = []
    for await (const events of log.readAll()) all.push(...events)
    return all
  }
  /** Creates an event of the current time, to append to the log. `run` is missing for most streams. */
  const newEvent = (type: string, data: unknown, run?: number) =>
    createNewEvent(type, data, { at: time.now, run })
  /** Appends an event of the current time to the end of a stream. */
  const append = (stream: string, type: string, data: unknown, run?: number) =>
    appendToEnd(log, stream, [newEvent(type, data, run)])
  let day = 0
  return {
    time,
    clock,
    log,
    allEvents,
    /** Returns everything that the log says, as text. */
    wholeLog: async (): Promise<string> =>
      JSON.stringify(
        (await allEvents()).map(({ stream, type, data, metadata }) => [stream, type, data, metadata]),
      ),
    media,
    mediaFolder,
    entries,
    personalDocuments: personalDocumentsIn(entries),
    seenSessions: seenSessionsIn(entries),
    isDeleted: async (_user: string) => false,
    /** The live messages that were broadcast. */
    broadcasts,
    broadcast: (room: string, message: string, payload: unknown) =>
      void broadcasts.push({ room, message, payload }),
    /** The push messages that were to be sent. */
    pushed,
    notifyByPush: (user: string, notice: PushNotice) => void pushed.push({ user, notice }),
    onRevealed: () => undefined,
    tokens,
    timeZone: 'UTC',
    ...testTwoFactorParts({ clock }),
    names: testNames,
    mail: { send: () => true, discard: async () => undefined },
    commands: createCommands({ log, clock }),
    limits: rateLimits({ isEnabled: areLimitsOn }),
    authentication: authentication({ tokens, findSession }),
    accessLevels,
    // Confirmations have their own spec.
    requireConfirmation: pass,
    // There are no read models to wait for.
    waitForProjections: async (position: bigint) => ({ position: position.toString() }),
    /** Registers a person with the authentication of this process, and returns a token. */
    tokenOf: (id: string, { isAdmin = false, role = isAdmin ? 'owner' : null }: TokenOf = {}) => {
      people.set(id, privilegesFor(role))
      return tokens.issue({ id, version: 0 })
    },
    newEvent,
    append,
    /** Records the sign-up of an account: of an admin, unless it says otherwise. */
    register: (id: string, account: object = {}) =>
      append(`user-${id}`, 'UserRegistered', {
        fullName: 'Ines Duarte',
        username: `u${id.slice(-4)}`,
        email: `${id}@example.org`,
        role: 'admin',
        ...account,
      }),
    /** Creates a project of Ana's for the next day of run 1, with these event types after its submission. Returns its id. */
    createProject: async (...types: string[]): Promise<string> => {
      day += 1
      if (day > totalDays) throw new Error('A challenge has fewer days: share projects between tests.')
      const id = projectId({ run: 1, day, user: ana })
      await append(`project-${id}`, 'ProjectSubmitted', projectContent, 1)
      for (const type of types)
        await append(`project-${id}`, type, type === 'ProjectWithdrawn' ? {} : { by: admin }, 1)
      return id
    },
    eventsOf: async (stream: string): Promise<RecordedEvent[]> => {
      const events: RecordedEvent[] = []
      for await (const event of log.read(stream)) events.push(event)
      return events
    },
    close: async () => {
      await log.close()
      await entries.close()
      await media.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What projects of specs contain that nobody looks at. */
export const projectContent = {
  projectName: 'Weather',
  description: 'Of the next hour',
  languages: 'CSS',
  image: 'x',
}

type Broadcast = { room: string; message: string; payload: unknown }

function rethrow(error: Error): never {
  throw error
}

export type TestResponse = { status: number; headers: Headers; body: Record<string, unknown> }
type TestRequestOptions = { token?: string; key?: string | undefined; headers?: Record<string, string> }

/** Serves endpoints over HTTP. */
export async function serveEndpoints(guards: Guards, endpoints: readonly Endpoint[]) {
  const { port, close } = await startTestServer(endpointsApp(guards, endpoints))

  const call = async (
    method: string,
    path: string,
    body?: unknown,
    options: TestRequestOptions = {},
  ): Promise<TestResponse> => {
    const { token, key, headers = {} } = options
    const isForm = body instanceof FormData
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    })
    // Every response of the API is a JSON object.
    const json = (await response.json()) as Record<string, unknown>
    return { status: response.status, headers: response.headers, body: json }
  }
  return { call, close, port }
}

/** Serves the endpoints that handlers make of a new context. */
export async function servedApp(
  endpointsOf: (context: Awaited<ReturnType<typeof createTestContext>>) => readonly Endpoint[],
  options: { areLimitsOn?: boolean } = {},
) {
  const context = await createTestContext(options)
  const http = await serveEndpoints(context, endpointsOf(context))
  const close = async () => {
    await http.close()
    await context.close()
  }
  /** Sends a request of a person, who is an admin if the id is that of `admin`, unless it says otherwise. */
  const send = (method: string, path: string, body?: unknown, { key, ...sender }: Sender = {}) => {
    const { by = admin, isAdmin = by === admin, role } = sender
    const token = context.tokenOf(by, { isAdmin, ...(role !== undefined && { role }) })
    return http.call(method, path, body, { token, key })
  }
  return { ...context, http, send, close }
}

export type Sender = { by?: string; isAdmin?: boolean; role?: AdminRole; key?: string | undefined }

/** What a refused request is answered, to match a response with. */
export const refusal = (status: number, code: RefusalCode, more: object = {}) => ({
  status,
  body: { code, ...more },
})

/** Counts the responses by HTTP status. */
export function countStatuses(responses: readonly TestResponse[]): Record<number, number> {
  const count: Record<number, number> = {}
  for (const { status } of responses) count[status] = (count[status] ?? 0) + 1
  return count
}
