import { signUpBody } from '@thirty/command-api/testing/accounts-app.ts'
import { logEndingAt, logInterruptedBefore } from '@thirty/command-api/testing/interrupted-log.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test, vi } from 'vitest'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ParticipantImport } from '@thirty/contracts/accounts/participant-import-api.ts'
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
import { adminKey } from '../../../testing/accounts-app.ts'
import { createTestContext, serveEndpoints } from '../../../testing/test-app.ts'

/** The fields of an outcome and of a refusal. */
type Body = Pick<ParticipantImport, 'rows' | 'file'> & { code: string; message: string }

/** Serves imports of participants, accounts and password resets over HTTP, and collects the emails in `sent`. */
async function participantImportApp() {
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
    while (tasks.size > 0) await Promise.all([...tasks, nextTurn()])
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

const app = appForEach(participantImportApp)

const newPassword = 'Another-horse-8'
const csv = [
  'Full name,Email,Username',
  'Ana Example,ana@example.org,ana',
  'Ben Okafor,ben@example.org,',
  'Ben Okafor,ben2@example.org,',
  'B0b,bob@example.org,',
].join('\n')

const outcomesOf = ({ body }: Awaited<ReturnType<typeof app.import>>) =>
  body.rows.map(({ outcome }) => outcome)
const linkOf = (to: string) =>
  /reset-password\?token=([\w-]+)/.exec(app.sent.findLast((message) => message.to === to)?.text ?? '')?.[1]
const imports = async () =>
  (await app.eventsOf('imports-2026-03-02')).map(({ type, data, metadata }) => [type, data, metadata.actor])
const countRegistered = async () => {
  let count = 0
  for await (const events of app.log.readAll())
    count += events.filter(({ type }) => type === 'UserRegistered').length
  return count
}

test('a preview says what would happen to each row, and changes nothing', async () => {
  await app.http.call('POST', '/api/auth/signup', signUpBody('ana'))
  const head = await app.log.head()
  const { status, body } = await app.preview(csv)
  const [ana, ben] = ['Ana Example', 'Ben Okafor']
  const none = { errors: [] }
  const invalid = {
    errors: [{ column: 'fullName', message: 'Invalid characters', text: { code: 'invalidCharacters' } }],
  }
  expect([status, body.rows]).toEqual([
    200,
    [
      { row: 2, fullName: ana, email: 'ana@example.org', username: 'ana', outcome: 'exists', ...none },
      { row: 3, fullName: ben, email: 'ben@example.org', username: 'ben_okafor', outcome: 'new', ...none },
      { row: 4, fullName: ben, email: 'ben2@example.org', username: 'ben_okafor_2', outcome: 'new', ...none },
      { row: 5, fullName: 'B0b', email: 'bob@example.org', username: null, outcome: 'error', ...invalid },
    ],
  ])
  expect(await app.log.head()).toBe(head)
  expect(app.sent).toEqual([])
})

test('an import creates accounts whose owners choose a password with the link in their email', async () => {
  const response = await app.import(csv)
  expect(outcomesOf(response)).toEqual(['new', 'new', 'new', 'error'])
  expect(app.sent.map(({ kind, to }) => `${kind} ${to}`).toSorted()).toEqual([
    'invitation ana@example.org',
    'invitation ben2@example.org',
    'invitation ben@example.org',
  ])
  const reset = (token: unknown) =>
    app.http.call('POST', '/api/auth/reset-password', { token, password: newPassword })
  const logIn = (emailOrUsername: string) =>
    app.http.call('POST', '/api/auth/login', { emailOrUsername, password: newPassword })
  expect((await logIn('ana')).status).toBe(401)
  expect((await reset(linkOf('ana@example.org'))).status).toBe(200)
  expect((await reset(linkOf('ana@example.org'))).status).toBe(422)
  expect(await logIn('ana')).toMatchObject({
    status: 200,
    body: { user: { fullName: 'Ana Example', isAdmin: false, emailConfirmed: true, language: null } },
  })
  app.time.now += 7 * 24 * 3_600_000 - 1
  expect((await reset(linkOf('ben@example.org'))).status).toBe(200)
  app.time.now += 1
  expect((await reset(linkOf('ben2@example.org'))).status).toBe(422)
})

test('the same file twice creates nothing and sends nothing twice', async () => {
  await app.import(csv)
  const again = await app.import(csv)
  expect(outcomesOf(again)).toEqual(['exists', 'exists', 'exists', 'error'])
  expect([await countRegistered(), app.sent.length]).toEqual([3, 3])
})

test('two admins who import one file at the same time create each account once', async () => {
  const other = await app.serve()
  const responses = await Promise.all([app.import(csv), app.import(csv, other)])
  await other.close()
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  // A row that both imported at the same moment may be refused for a minute in one of them.
  await app.import(csv)
  app.time.now += 61_000
  await app.import(csv)
  expect([await countRegistered(), app.sent.length]).toEqual([3, 3])
})

test('once the link has expired, the same file sends another one to those without a password', async () => {
  await app.import(csv)
  const token = linkOf('ana@example.org')
  await app.http.call('POST', '/api/auth/reset-password', { token, password: newPassword })
  app.time.now += 7 * 24 * 3_600_000
  expect(outcomesOf(await app.preview(csv))).toEqual(['exists', 'invite', 'invite', 'error'])
  expect(outcomesOf(await app.import(csv))).toEqual(['exists', 'invite', 'invite', 'error'])
  const invitations = app.sent.filter(({ kind }) => kind === 'invitation').map(({ to }) => to)
  expect(invitations.slice(3).toSorted()).toEqual(['ben2@example.org', 'ben@example.org'])
  expect(await countRegistered()).toBe(3)
})

test('accounts that somebody signed up for get no invitation', async () => {
  await app.http.call('POST', '/api/auth/signup', signUpBody('ana'))
  expect(outcomesOf(await app.import(csv))[0]).toBe('exists')
  expect(app.sent.map(({ to }) => to)).not.toContain('ana@example.org')
})

test.each([2, 3, 5, 8, 10])('an import that ends at its append %i can be repeated', async (append) => {
  const broken = await app.serve(logEndingAt(app.log, append, false))
  const response = await app.import(csv, broken)
  await broken.close()
  // Beyond the last append, the first attempt succeeds.
  expect([200, 500]).toContain(response.status)
  app.time.now += 61_000
  await app.import(csv)
  expect(await countRegistered()).toBe(3)
  const links = new Set(app.sent.map(({ to }) => to))
  expect([...links].toSorted()).toEqual(['ana@example.org', 'ben2@example.org', 'ben@example.org'])
})

test('a username that somebody takes during the import is an error; one that was made from the name is left out', async () => {
  const log = logInterruptedBefore(
    app.log,
    ({ type }) => type === 'ParticipantImportStarted',
    async () => {
      for (const name of ['ana', 'ben_okafor'])
        await app.http.call('POST', '/api/auth/signup', { ...signUpBody(name), email: `${name}@other.org` })
    },
  )
  const server = await app.serve(log)
  const { body } = await app.import(csv, server)
  await server.close()
  expect(body.rows.slice(0, 2)).toMatchObject([
    { outcome: 'error', errors: [{ column: 'row' }] },
    { outcome: 'new', username: null },
  ])
  const [preview] = (await app.preview(csv)).body.rows
  expect(preview?.errors).toEqual([
    { column: 'username', message: 'This username is taken', text: { code: 'thisUsernameTaken' } },
  ])
})

test('the log says who imported how many, and contains no names', async () => {
  await app.import(csv)
  expect(await imports()).toEqual([
    ['ParticipantImportStarted', { rows: 3 }, 'root'],
    ['ParticipantsImported', { created: 3, invited: 0, unchanged: 0, failed: 1 }, 'root'],
  ])
})

test('the result as CSV has no formula', async () => {
  const { body } = await app.import('Full name,Email\n"=1+1",@x\nAna Example,ana@example.org')
  expect(body.file).toEqual({
    name: 'participants-result.csv',
    content: [
      '\uFEFF"Row","Full name","Email","Username","Result","Reason"',
      `"2","'=1+1","'@x","","Error","Full name: Invalid characters. Email: Invalid email format"`,
      '"3","Ana Example","ana@example.org","ana_example","Account created",""',
      '',
    ].join('\r\n'),
  })
})

test('invitations wait while many other emails are in the queue', async () => {
  app.queue.pending = 101
  const importing = app.import(csv)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(app.sent).toEqual([])
  app.queue.pending = 100
  await importing
  expect(app.sent).toHaveLength(3)
})

test('invitations whose background task was dropped are sent later', async () => {
  let attempts = 0
  const server = await app.serve(app.log, {
    runInBackground: (task, onDropped) => {
      attempts += 1
      if (attempts > 2) app.runInBackground(task)
      else setImmediate(onDropped)
    },
  })
  await app.import(csv, server)
  await vi.waitFor(() => expect(app.sent).toHaveLength(3))
  await server.close()
  expect(attempts).toBeGreaterThan(2)
})

test('a file that is too large, or has a wrong header, is refused as a whole', async () => {
  const large = await app.import('x'.repeat(1024 ** 2 + 1))
  expect(large).toMatchObject({ status: 413, body: { code: 'too-large' } })
  const message = 'The first row must name the columns “Full name” and “Email”. It has: “a”, “b”'
  expect(await app.import('a,b\n1,2')).toMatchObject({
    status: 422,
    body: { message, errors: { file: message } },
  })
  expect(await imports()).toEqual([])
})
