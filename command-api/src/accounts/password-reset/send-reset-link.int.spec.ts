import { hash } from 'node:crypto'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { countStatuses, type TestResponse } from '@thirty/command-api/testing/test-app.ts'
import { passwordResetApp, tokenInMail } from '@thirty/command-api/testing/password-reset-app.ts'
import { emailStream } from '../streams.ts'

let app: Awaited<ReturnType<typeof passwordResetApp>>
beforeEach(async () => {
  app = await passwordResetApp()
})
afterEach(() => app.close())

const event = (type: string, data: unknown) => ({
  id: crypto.randomUUID(),
  type,
  version: 1,
  at: new Date(app.time.now).toISOString(),
  data,
  metadata: { correlation: 'spec' },
})

async function allEvents() {
  const all = []
  for await (const events of app.log.readAll()) all.push(...events)
  return all
}

/** What anybody can see of an answer, but for what differs each time. */
const seen = ({ status, headers, body }: TestResponse) => ({
  status,
  body,
  headers: [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)),
})

test('the owner of an address gets a mail with a link', async () => {
  const id = await app.signUp('ana')
  expect(await app.forgot(' ANA@Example.org ')).toMatchObject({
    status: 200,
    body: { success: true, message: expect.stringContaining('If there is an account') },
  })
  expect(app.sent).toEqual([
    expect.objectContaining({ kind: 'password-reset', to: 'ana@example.org', subject: 'Set a new password' }),
  ])
  const token = tokenInMail(app.sent[0])
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(app.sent[0]?.html).toContain(`href="https://thirty.example/reset-password?token=${token}"`)
  expect(await app.eventsOf(`password-reset-${hash('sha256', token)}`)).toMatchObject([
    {
      type: 'PasswordResetRequested',
      data: { user: id, expiresAt: '2026-03-02T08:30:00.000Z' },
      metadata: { actor: id },
    },
  ])
  expect(app.sent[0]?.expiresAt).toBe(Date.parse('2026-03-02T08:30:00.000Z'))
})

test('nobody can see whether there is an account, and who has none gets no mail', async () => {
  await app.signUp('ana')
  const switchedOff = await app.signUp('ben')
  await app.log.append(`user-${switchedOff}`, [event('UserStatusChanged', { status: 'inactive' })], 'any')
  const gone = await app.signUp('cleo')
  const deleted = { role: 'participant', status: 'active', registered: { at: 'x', position: '1' } }
  await app.log.append(`deleted-${gone}`, [event('AccountDeleted', deleted)], 'none')
  await app.log.append(
    emailStream('dora@example.org'),
    [event('Reserved', { user: crypto.randomUUID() })],
    'none',
  )
  const known = await app.forgot('ana@example.org')
  expect(app.sent).toHaveLength(1)
  for (const name of ['nobody', 'ben', 'cleo', 'dora'])
    expect(seen(await app.forgot(`${name}@example.org`))).toEqual(seen(known))
  expect(app.sent).toHaveLength(1)
  const requests = (await allEvents()).filter(({ type }) => type === 'PasswordResetRequested')
  expect(requests).toHaveLength(1)
})

test('the answer leaves before anybody has looked whether there is an account, so its time tells nothing', async () => {
  const tasks: (() => Promise<void>)[] = []
  const asked: string[] = []
  const never = async (what: string): Promise<never> => {
    asked.push(what)
    throw new Error('Nobody may be looked up before the answer.')
  }
  const quick = await passwordResetApp({
    change: {
      runInBackground: (task) => void tasks.push(task),
      commands: { load: never, handle: ({ stream }) => never(stream) },
    },
  })
  onTestFinished(quick.close)
  expect((await quick.forgot('ana@example.org')).status).toBe(200)
  expect(asked).toEqual([])
  expect(tasks).toHaveLength(1)
})

test('each request makes a token of its own, which cannot be guessed from another', async () => {
  await app.signUp('ana')
  for (let count = 0; count < 50; count += 1) await app.forgot('ana@example.org')
  const tokens = app.sent.map((letter) => Buffer.from(tokenInMail(letter), 'base64url'))
  expect(new Set(tokens.map((token) => token.toString('hex'))).size).toBe(50)
  expect(tokens.every(({ length }) => length === 32)).toBe(true)
  // Each bit is set about every other time: 1,600 bytes of chance.
  const bits = tokens
    .flatMap((token) => [...token])
    .reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0)
  expect(Math.abs(bits - 6_400)).toBeLessThan(500)
})

test('a double click with a key is one mail', async () => {
  await app.signUp('ana')
  await Promise.all([
    app.forgot('ana@example.org', { key: 'key-1' }),
    app.forgot('Ana@example.org', { key: 'key-1' }),
  ])
  await app.forgot('ana@example.org', { key: 'key-1' })
  expect(app.sent).toHaveLength(1)
  await app.forgot('ana@example.org', { key: 'key-2' })
  expect(app.sent).toHaveLength(2)
})

test('the log holds neither token nor address of a request', async () => {
  await app.signUp('ana')
  const token = await app.mailedToken('ana')
  const told = JSON.stringify(
    (await allEvents())
      .filter(({ stream }) => stream.startsWith('password-reset-'))
      .map(({ position, ...rest }) => ({ ...rest, position: position.toString() })),
  )
  expect(told).toContain('PasswordResetRequested')
  expect(told).not.toContain(token)
  expect(told).not.toContain('ana@')
})

test('where a link leads is not up to who asks', async () => {
  await app.signUp('ana')
  const headers = {
    'X-Forwarded-Host': 'evil.example',
    Origin: 'https://evil.example',
    Forwarded: 'host=evil',
  }
  await app.forgot('ana@example.org', { headers })
  expect(app.sent[0]?.text).not.toContain('evil')
  expect(tokenInMail(app.sent[0])).toHaveLength(43)
})

test.for([
  'ana@example.org\r\nBcc: eve@example.org',
  'ana@example.org,eve@example.org x',
  'ana',
  '',
  5,
  null,
  { $ne: null },
  [['ana@example.org']],
])('%j is no address', async (email) => {
  expect([400, 422]).toContain((await app.forgot(email)).status)
  expect(app.sent).toEqual([])
})

test('the sixth request for an address waits, whether or not it is known, however it is spelt', async () => {
  const limited = await passwordResetApp({ areLimitsOn: true })
  onTestFinished(limited.close)
  await limited.signUp('ana')
  for (const name of ['ana', 'nobody']) {
    const answers = []
    for (let count = 0; count < 6; count += 1)
      answers.push(
        await limited.forgot(count % 2 ? ` ${name.toUpperCase()}@example.org` : `${name}@EXAMPLE.org`),
      )
    expect(countStatuses(answers)).toEqual({ 200: 5, 429: 1 })
  }
  expect(limited.sent).toHaveLength(5)
})

test('whoever asks for ever new addresses waits after the twentieth', async () => {
  const limited = await passwordResetApp({ areLimitsOn: true })
  onTestFinished(limited.close)
  const answers = []
  for (let count = 0; count < 21; count += 1) answers.push(await limited.forgot(`name${count}@example.org`))
  expect(countStatuses(answers)).toEqual({ 200: 20, 429: 1 })
})
