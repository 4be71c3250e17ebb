import { hash } from 'node:crypto'
import { appForTest, appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { countStatuses, type TestResponse, tokenInMail } from '@thirty/command-api/testing/test-app.ts'
import { passwordResetApp } from '@thirty/command-api/testing/password-reset-app.ts'

const app = appForEach(passwordResetApp)

/** The visible parts of a response that do not differ each time. */
const visible = ({ status, headers, body }: TestResponse) => ({
  status,
  body,
  headers: [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)),
})

test('the owner of an address gets an email with a link', async () => {
  const id = await app.signUp('ana')
  expect(await app.requestReset(' ANA@Example.org ')).toMatchObject({
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
    { type: 'PasswordResetRequested', data: { user: id, expiresAt: '2026-03-02T08:30:00.000Z' } },
  ])
  expect(app.sent[0]?.expiresAt).toBe(Date.parse('2026-03-02T08:30:00.000Z'))
})

test('the email with a link is in the language of the page, unless the account has its own', async () => {
  const id = await app.signUp('ana')
  const onGermanPage = { headers: { cookie: 'language=de' } }
  await app.requestReset('ana@example.org', onGermanPage)
  await app.append(`user-${id}`, 'PreferencesChanged', { language: 'en' })
  await app.requestReset('ana@example.org', onGermanPage)
  expect(app.sent.map(({ language, subject }) => [language, subject])).toEqual([
    ['de', 'Neues Passwort festlegen'],
    ['en', 'Set a new password'],
  ])
  await app.reset(tokenInMail(app.sent[0]), undefined, undefined)
  expect(app.sent[2]).toMatchObject({ language: 'en', subject: 'Your password was changed' })
})

test('a request for a link has no actor, because anyone can send it', async () => {
  await app.signUp('eva')
  await app.requestReset('eva@example.org')
  const token = tokenInMail(app.sent.at(-1))
  const [requested] = await app.eventsOf(`password-reset-${hash('sha256', token)}`)
  expect(requested?.metadata).toEqual({ correlation: expect.any(String), causation: expect.any(String) })
})

test('the response does not reveal whether there is an account, and without one no email is sent', async () => {
  await app.signUp('ana')
  const switchedOff = await app.signUp('ben')
  await app.append(`user-${switchedOff}`, 'UserStatusChanged', { status: 'inactive' })
  const deletedId = await app.signUp('cleo')
  const deleted = { role: 'participant', status: 'active', registered: { at: 'x', position: '1' } }
  await app.append(`deleted-${deletedId}`, 'AccountDeleted', deleted)
  await app.append(app.names.email('dora@example.org').stream, 'Reserved', { user: crypto.randomUUID() })
  const knownResponse = await app.requestReset('ana@example.org')
  expect(app.sent).toHaveLength(1)
  for (const name of ['nobody', 'ben', 'cleo', 'dora'])
    expect(visible(await app.requestReset(`${name}@example.org`))).toEqual(visible(knownResponse))
  expect(app.sent).toHaveLength(1)
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
  const email = 'ana@example.org'
  expect((await call('POST', '/api/auth/forgot-password', { email })).status).toBe(200)
  expect(lookups).toEqual([])
  expect(tasks).toHaveLength(1)
})

test('each request creates a new token that cannot be guessed from other tokens', async () => {
  await app.signUp('ana')
  for (let count = 0; count < 50; count += 1) await app.requestReset('ana@example.org')
  const tokens = app.sent.map((mail) => Buffer.from(tokenInMail(mail), 'base64url'))
  expect(new Set(tokens.map((token) => token.toString('hex'))).size).toBe(50)
  expect(tokens.every(({ length }) => length === 32)).toBe(true)
  // In 1,600 random bytes about half of the 12,800 bits are set.
  const bits = tokens
    .flatMap((token) => [...token])
    .reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0)
  expect(Math.abs(bits - 6_400)).toBeLessThan(500)
})

test('a double click with an idempotency key sends one email', async () => {
  await app.signUp('ana')
  await Promise.all([
    app.requestReset('ana@example.org', { key: 'key-1' }),
    app.requestReset('Ana@example.org', { key: 'key-1' }),
  ])
  await app.requestReset('ana@example.org', { key: 'key-1' })
  expect(app.sent).toHaveLength(1)
  await app.requestReset('ana@example.org', { key: 'key-2' })
  expect(app.sent).toHaveLength(2)
})

test('the log contains neither token nor address of a request', async () => {
  await app.signUp('ana')
  const token = await app.mailedToken('ana')
  const stored = JSON.stringify(
    (await app.allEvents())
      .filter(({ stream }) => stream.startsWith('password-reset-'))
      .map(({ position, ...rest }) => ({ ...rest, position: position.toString() })),
  )
  expect(stored).toContain('PasswordResetRequested')
  expect(stored).not.toContain(token)
  expect(stored).not.toContain('ana@')
})

test('request headers cannot change where a link leads', async () => {
  await app.signUp('ana')
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
  await limited.signUp('ana')
  for (const name of ['ana', 'nobody']) {
    const responses = []
    for (let count = 0; count < 6; count += 1)
      responses.push(
        await limited.requestReset(count % 2 ? ` ${name.toUpperCase()}@example.org` : `${name}@EXAMPLE.org`),
      )
    expect(countStatuses(responses)).toEqual({ 200: 5, 429: 1 })
  }
  expect(limited.sent).toHaveLength(5)
})

test('requests for many different addresses are refused after the two hundredth', async () => {
  const limited = await appForTest(passwordResetApp({ areLimitsOn: true }))
  const responses = []
  for (let count = 0; count < 201; count += 1)
    responses.push(await limited.requestReset(`name${count}@example.org`))
  expect(countStatuses(responses)).toEqual({ 200: 200, 429: 1 })
})
