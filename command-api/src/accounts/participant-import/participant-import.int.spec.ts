import type { ParticipantImport } from '@thirty/contracts/accounts/participant-import-api.ts'
import { commandApp, refusal, signUpBody, tokenInMail } from '@thirty/command-api/testing/test-app.ts'
import { logEndingAt, logInterruptedBefore } from '@thirty/command-api/testing/interrupted-log.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test, vi } from 'vitest'

/** The fields of an outcome and of a refusal. */
type Body = Pick<ParticipantImport, 'rows' | 'file'> & { code: string; message: string }

const app = appForEach(() => commandApp())

/** Imports a file and waits for the invitations, or only previews it. */
const importFile = async (file: string, { port } = app.http, path = 'import') => {
  // A new token for each request: specs let weeks pass.
  const token = app.tokenOf('root', { isAdmin: true })
  const response = await fetch(`http://127.0.0.1:${port}/api/admin/participants/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/csv', Authorization: `Bearer ${token}` },
    body: file,
  })
  await app.waitForTasks()
  // A field that a response lacks fails the test that reads it.
  return { status: response.status, body: (await response.json()) as Body }
}
const preview = (file: string) => importFile(file, app.http, 'import/preview')
const invited = () => app.sent.filter(({ kind }) => kind === 'invitation').map(({ to }) => to)

const newPassword = 'Another-horse-8'
const csv = [
  'Full name,Email,Username',
  'Ana Example,ana@example.org,ana',
  'Ben Okafor,ben@example.org,',
  'Ben Okafor,ben2@example.org,',
  'B0b,bob@example.org,',
].join('\n')
const [ana, ben2, ben] = ['ana@example.org', 'ben2@example.org', 'ben@example.org'] as const
const everybody = [ana, ben2, ben]

const outcomesOf = ({ body }: Awaited<ReturnType<typeof importFile>>) =>
  body.rows.map(({ outcome }) => outcome)
/** Sets a password with the link in the newest email to an address. Returns the status. */
const reset = async (to: string) => {
  const token = tokenInMail(app.sent.findLast((message) => message.to === to))
  const body = { token, password: newPassword }
  return (await app.http.call('POST', '/api/auth/reset-password', body)).status
}
const imports = async () =>
  (await app.eventsOf('imports-2026-03-02')).map(({ type, data, metadata }) => [type, data, metadata.actor])
/** Returns how many accounts were created, and how many invitations were sent. */
const counts = async () => [(await app.wholeLog()).split('"UserRegistered"').length - 1, invited().length]
const week = 7 * 24 * 3_600_000

test('a preview says what would happen to each row, and changes nothing', async () => {
  await app.signUp(signUpBody('ana'))
  const head = await app.log.head()
  const { status, body } = await preview(csv)
  const fullName = 'Ben Okafor'
  const none = { errors: [] }
  const invalid = {
    errors: [{ column: 'fullName', message: 'Invalid characters', text: { code: 'invalidCharacters' } }],
  }
  expect([status, body.rows]).toEqual([
    200,
    [
      { row: 2, fullName: 'Ana Example', email: ana, username: 'ana', outcome: 'exists', ...none },
      { row: 3, fullName, email: ben, username: 'ben_okafor', outcome: 'new', ...none },
      { row: 4, fullName, email: ben2, username: 'ben_okafor_2', outcome: 'new', ...none },
      { row: 5, fullName: 'B0b', email: 'bob@example.org', username: null, outcome: 'error', ...invalid },
    ],
  ])
  expect(await app.log.head()).toBe(head)
  expect(invited()).toEqual([])
})

test('an import creates accounts whose owners choose a password with the link in their email', async () => {
  const response = await importFile(csv)
  expect(outcomesOf(response)).toEqual(['new', 'new', 'new', 'error'])
  expect([app.sent.length, invited().toSorted()]).toEqual([3, everybody])
  expect((await app.logIn('ana', newPassword)).status).toBe(401)
  expect([await reset(ana), await reset(ana)]).toEqual([200, 422])
  expect(await app.logIn('ana', newPassword)).toMatchObject({
    status: 200,
    body: { user: { fullName: 'Ana Example', isAdmin: false, emailConfirmed: true, language: null } },
  })
  app.time.now += week - 1
  expect(await reset(ben)).toBe(200)
  app.time.now += 1
  expect(await reset(ben2)).toBe(422)
})

test('two admins who import one file at the same time create each account once', async () => {
  const responses = await Promise.all([importFile(csv), importFile(csv, await app.serve())])
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  // A row that both imported at the same moment may be refused for a minute in one of them.
  await importFile(csv)
  app.time.now += 61_000
  await importFile(csv)
  expect(await counts()).toEqual([3, 3])
})

test('once the link has expired, the same file sends another one to those without a password', async () => {
  await importFile(csv)
  await reset(ana)
  app.time.now += week
  for (const send of [preview, importFile])
    expect(outcomesOf(await send(csv))).toEqual(['exists', 'invite', 'invite', 'error'])
  expect(invited().slice(3).toSorted()).toEqual([ben2, ben])
  expect(await counts()).toEqual([3, 5])
})

test('accounts that somebody signed up for get no invitation', async () => {
  await app.signUp(signUpBody('ana'))
  expect(outcomesOf(await importFile(csv))[0]).toBe('exists')
  expect(invited()).not.toContain(ana)
})

test.each([2, 3, 5, 8, 10])('an import that ends at its append %i can be repeated', async (append) => {
  const broken = await app.serve(logEndingAt(app.log, append, false))
  // Beyond the last append, the first attempt succeeds.
  expect([200, 500]).toContain((await importFile(csv, broken)).status)
  app.time.now += 61_000
  await importFile(csv)
  expect((await counts())[0]).toBe(3)
  expect([...new Set(invited())].toSorted()).toEqual(everybody)
})

test('an import that an error ends has invited those whose accounts it created', async () => {
  let registered = 0
  const isLast = ({ type }: { type: string }) => type === 'UserRegistered' && ++registered === 3
  const log = logInterruptedBefore(app.log, isLast, () => Promise.reject(new Error('The disk is full.')))
  expect((await importFile(csv, await app.serve(log))).status).toBe(500)
  expect(await counts()).toEqual([2, 2])
})

test('a username that somebody takes during the import is an error; one that was made from the name is left out', async () => {
  const log = logInterruptedBefore(
    app.log,
    ({ type }) => type === 'ParticipantImportStarted',
    async () => {
      for (const name of ['ana', 'ben_okafor'])
        await app.signUp({ ...signUpBody(name), email: `${name}@other.org` })
    },
  )
  const { body } = await importFile(csv, await app.serve(log))
  expect(body.rows.slice(0, 2)).toMatchObject([
    { outcome: 'error', errors: [{ column: 'row' }] },
    { outcome: 'new', username: null },
  ])
  const [row] = (await preview(csv)).body.rows
  expect(row?.errors).toEqual([
    { column: 'username', message: 'This username is taken', text: { code: 'thisUsernameTaken' } },
  ])
})

test('the log says who imported how many and invited them, and contains no names', async () => {
  await importFile(csv)
  expect(await imports()).toEqual([
    ['ParticipantImportStarted', { rows: 3 }, 'root'],
    ['ParticipantsImported', { created: 3, invited: 0, unchanged: 0, failed: 1 }, 'root'],
  ])
  const links = (await app.allEvents()).filter(({ type }) => type === 'PasswordResetRequested')
  expect(links.map(({ metadata }) => metadata.actor)).toEqual(['root', 'root', 'root'])
})

test('the result as CSV has no formula', async () => {
  const { body } = await importFile('Full name,Email\n"=1+1",@x\nAna Example,ana@example.org')
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
  app.mailQueue.pending = 101
  const importing = importFile(csv)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(invited()).toEqual([])
  app.mailQueue.pending = 100
  await importing
  expect(invited()).toHaveLength(3)
})

test('the invitations of several imports wait in one background task, so that others do not wait for them', async () => {
  let running = 0
  const server = await app.serve(app.log, {
    runInBackground: (task: (signal: AbortSignal) => Promise<void>) => {
      running += 1
      app.runInBackground((signal) => task(signal).finally(() => (running -= 1)))
    },
  })
  app.mailQueue.pending = 101
  const [head, ...rows] = csv.split('\n')
  const importing = Promise.all(rows.map((row) => importFile(`${head}\n${row}`, server)))
  await vi.waitFor(async () => expect(await imports()).toHaveLength(2 * rows.length))
  expect([running, invited()]).toEqual([1, []])
  app.mailQueue.pending = 100
  await importing
  expect(invited().toSorted()).toEqual(everybody)
})

test('an error in one invitation does not keep the others', async () => {
  const fail = () => Promise.reject(new Error('The disk is full.'))
  const log = logInterruptedBefore(app.log, ({ type }) => type === 'PasswordResetRequested', fail)
  expect((await importFile(csv, await app.serve(log))).status).toBe(200)
  expect(invited()).toHaveLength(2)
})

test('invitations whose background task was dropped are sent later', async () => {
  let attempts = 0
  const server = await app.serve(app.log, {
    runInBackground: (task: (signal: AbortSignal) => Promise<void>, onDropped?: () => void) => {
      attempts += 1
      if (attempts > 2) app.runInBackground(task)
      else setImmediate(() => onDropped?.())
    },
  })
  await importFile(csv, server)
  await vi.waitFor(() => expect(invited()).toHaveLength(3))
  expect(attempts).toBeGreaterThan(2)
})

test('a file that is too large, or has a wrong header, is refused as a whole', async () => {
  expect(await importFile('x'.repeat(1024 ** 2 + 1))).toMatchObject(refusal(413, 'too-large'))
  const message = 'The first row must name the columns “Full name” and “Email”. It has: “a”, “b”'
  expect(await importFile('a,b\n1,2')).toMatchObject(
    refusal(422, 'invalid-fields', { message, errors: { file: message } }),
  )
  expect(await imports()).toEqual([])
})
