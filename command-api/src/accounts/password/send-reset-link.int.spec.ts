import { hash } from 'node:crypto'
import { appForTest, appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { statusesOf, type TestResponse, tokenInMail } from '@thirty/command-api/testing/test-app.ts'
import { passwordResetApp } from '@thirty/command-api/testing/password-reset-app.ts'

const app = appForEach(passwordResetApp)

/** The visible parts of a response that do not differ each time. */
const visible = ({ status, headers, body }: TestResponse) => ({
  status,
  body,
  headers: [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)),
})
test('the owner of an address gets an email with a link, and the log does not say who requested it', async () => {
  const id = await app.signUp()
  expect(await app.requestReset(' ANA@Example.org ')).toMatchObject({
    status: 200,
    body: { success: true, message: expect.stringContaining('If there is an account') },
  })
  const expiresAt = '2026-03-02T08:30:00.000Z'
  expect(app.sent).toMatchObject([
    {
      kind: 'password-reset',
      to: 'ana@example.org',
      subject: 'Set a new password',
      expiresAt: Date.parse(expiresAt),
    },
  ])
  const token = tokenInMail(app.sent[0])
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(app.sent[0]?.html).toContain(`href="https://thirty.example/reset-password?token=${token}"`)
  const [requested] = await app.eventsOf(`password-reset-${hash('sha256', token)}`)
  expect(requested).toMatchObject({ type: 'PasswordResetRequested', data: { user: id, expiresAt } })
  // Anyone can send the request.
  expect(requested?.metadata).toEqual({ correlation: expect.any(String), causation: expect.any(String) })
})

test('the email with a link is in the language of the page, unless the account has its own', async () => {
  const id = await app.signUp()
  const onGermanPage = { headers: { cookie: 'language=de' } }
  await app.requestReset('ana@example.org', onGermanPage)
  await app.append(`user-${id}`, 'PreferencesChanged', { language: 'en' })
  await app.requestReset('ana@example.org', onGermanPage)
  await app.reset(tokenInMail(app.sent[0]))
  expect(app.sent.map(({ language, subject }) => [language, subject])).toEqual([
    ['de', 'Neues Passwort festlegen'],
    ['en', 'Set a new password'],
    ['en', 'Your password was changed'],
  ])
})

test('the response does not reveal whether there is an account, and without one no email is sent', async () => {
  await app.signUp('ana')
  await app.append(`user-${await app.signUp('ben')}`, 'UserStatusChanged', { status: 'inactive' })
  const deleted = { role: 'participant', status: 'active', registered: { at: 'x', position: '1' } }
  await app.append(`deleted-${await app.signUp('cleo')}`, 'AccountDeleted', deleted)
  await app.append(app.names.email('dora@example.org').stream, 'Reserved', { user: crypto.randomUUID() })
  const knownResponse = await app.requestReset('ana@example.org')
  for (const name of ['nobody', 'ben', 'cleo', 'dora'])
    expect(visible(await app.requestReset(`${name}@example.org`))).toEqual(visible(knownResponse))
  expect(app.sent).toMatchObject([{ to: 'ana@example.org' }])
  const requests = (await app.allEvents()).filter(({ type }) => type === 'PasswordResetRequested')
  expect(requests).toHaveLength(1)
})

test('the response is sent before the account is looked up, so its time reveals nothing', async () => {
  const tasks: unknown[] = []
  const lookups: string[] = []
  const recordLookup = async (stream: string): Promise<never> => {
    lookups.push(stream)
    throw new Error('No account may be looked up before the response.')
  }
  const { call } = await app.serve(app.log, {
    runInBackground: (task: unknown) => void tasks.push(task),
    commands: { load: recordLookup, handle: ({ stream }) => recordLookup(stream) },
  })
  const { status } = await call('POST', '/api/auth/forgot-password', { email: 'ana@example.org' })
  expect([status, lookups, tasks.length]).toEqual([200, [], 1])
})

test('each request creates a new token that cannot be guessed from other tokens', async () => {
  await app.signUp()
  const tokens: Buffer[] = []
  while (tokens.length < 50) tokens.push(Buffer.from(await app.mailedToken(), 'base64url'))
  expect(new Set(tokens.map((token) => token.toString('hex'))).size).toBe(50)
  expect(tokens.every(({ length }) => length === 32)).toBe(true)
  // In 1,600 random bytes about half of the 12,800 bits are set.
  const hex = Buffer.concat(tokens).toString('hex')
  const bits = BigInt(`0x${hex}`).toString(2).replaceAll('0', '').length
  expect(Math.abs(bits - 6_400)).toBeLessThan(500)
})

test('a double click with an idempotency key sends one email', async () => {
  await app.signUp()
  const request = (email: string, key = 'key-1') => app.requestReset(email, { key })
  await Promise.all([request('ana@example.org'), request('Ana@example.org')])
  await request('ana@example.org')
  expect(app.sent).toHaveLength(1)
  await request('ana@example.org', 'key-2')
  expect(app.sent).toHaveLength(2)
})

test('request headers cannot change where a link leads', async () => {
  await app.signUp()
  const headers = {
    'X-Forwarded-Host': 'evil.example',
    Origin: 'https://evil.example',
    Forwarded: 'host=evil',
  }
  await app.requestReset('ana@example.org', { headers })
  expect(app.sent[0]?.text).not.toContain('evil')
  expect(tokenInMail(app.sent[0])).toHaveLength(43)
})

test('the sixth request for an address is refused, known or not, in any spelling', async () => {
  const limited = await appForTest(passwordResetApp({ areLimitsOn: true }))
  await limited.signUp()
  for (const name of ['ana', 'nobody']) {
    const spellings = [`${name}@EXAMPLE.org`, ` ${name.toUpperCase()}@example.org`]
    const request = (index: number) => limited.requestReset(spellings[index % 2])
    expect(await statusesOf(6, request)).toEqual({ 200: 5, 429: 1 })
  }
  expect(limited.sent).toHaveLength(5)
})

test('requests for many different addresses are refused after the two hundredth', async () => {
  const limited = await appForTest(passwordResetApp({ areLimitsOn: true }))
  const request = (index: number) => limited.requestReset(`name${index}@example.org`)
  expect(await statusesOf(201, request)).toEqual({ 200: 200, 429: 1 })
})
