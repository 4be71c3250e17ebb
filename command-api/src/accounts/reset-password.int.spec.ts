import { hash } from 'node:crypto'
import { Refusal } from '@thirty/contracts/refusals.ts'
import { LogUnavailable } from '@thirty/infra/event-log/event-log.ts'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { commands } from '../handle.ts'
import { statuses } from '../spec-app.ts'
import { passwords } from './password.ts'
import { forgetful, isOver, newPassword } from './reset-spec-app.ts'
import { password } from './spec-accounts.ts'
import { credentialsStream, deletedStream, userStream } from './streams.ts'

let app: Awaited<ReturnType<typeof forgetful>>
beforeEach(async () => {
  app = await forgetful()
})
afterEach(() => app.close())

const typesOf = async (stream: string) => (await app.eventsOf(stream)).map(({ type }) => type)

test('the link sets a new password, ends all sessions, and the owner is told', async () => {
  const id = await app.join('ana')
  const done = await app.reset(await app.token('ana'))
  expect(done).toMatchObject({ status: 200, body: { success: true, position: expect.any(String) } })
  expect((await app.logIn('ana', password)).status).toBe(401)
  expect((await app.logIn('ana', newPassword)).status).toBe(200)
  expect((await app.eventsOf(userStream(id))).at(-1)).toMatchObject({
    type: 'SessionsRevoked',
    data: { sessionVersion: 1 },
  })
  expect(app.sent.map(({ kind, to }) => [kind, to])).toEqual([
    ['password-reset', 'ana@example.org'],
    ['password-changed', 'ana@example.org'],
  ])
  const { text = '', html = '' } = app.sent[1] ?? {}
  for (const form of [text, html]) {
    expect(form).toContain('was changed on 2 March 2026 at 08:00 (UTC)')
    expect(form).toContain('https://thirty.example/forgot')
  }
})

test('the answer of a reset opens no session and holds no secret', async () => {
  await app.join('ana')
  const { body, headers } = await app.reset(await app.token('ana'))
  expect(Object.keys(body).toSorted()).toEqual(['message', 'position', 'success'])
  expect(headers.get('set-cookie')).toBeNull()
})

test('a link works once', async () => {
  await app.join('ana')
  const token = await app.token('ana')
  expect((await app.reset(token)).status).toBe(200)
  expect(await app.reset(token)).toMatchObject(isOver)
  expect(await app.reset(token, 'Third-horse-99')).toMatchObject(isOver)
  expect((await app.logIn('ana', newPassword)).status).toBe(200)
})

test('a link works for half an hour', async () => {
  await app.join('ana')
  const [early, late] = [await app.token('ana'), await app.token('ana')]
  app.time.now += 30 * 60_000 - 1
  expect((await app.reset(early)).status).toBe(200)
  await app.join('ben')
  const token = await app.token('ben')
  app.time.now += 30 * 60_000
  expect(await app.reset(token)).toMatchObject(isOver)
  expect(await app.reset(late)).toMatchObject(isOver)
})

test.for(['a', 'A'.repeat(43), '../../x', '$all', 'x\r\ny', '%00'])(
  '%j is a link of nobody',
  async (token) => {
    expect(await app.reset(token)).toMatchObject(isOver)
  },
)

test.for([undefined, null, 5, {}, ['x'], '', 'x'.repeat(201)])('%j is no token', async (token) => {
  expect([400, 422]).toContain((await app.reset(token)).status)
})

test('the older of two links works, but no link works after a newer password', async () => {
  await app.join('ana')
  const [older, newer] = [await app.token('ana'), await app.token('ana')]
  expect((await app.reset(older)).status).toBe(200)
  expect(await app.reset(newer, 'Third-horse-99')).toMatchObject(isOver)
  expect((await app.logIn('ana', newPassword)).status).toBe(200)
  expect((await app.reset(await app.token('ana'), 'Third-horse-99')).status).toBe(200)
})

test.for([
  ['short', 'Minimum 8 characters'],
  ['Password1!', 'This password is too common'],
  ['nodigits-HERE', 'Need at least 1 number'],
])('%s is no password, and costs nobody the link', async ([weak, message]) => {
  await app.join('ana')
  const token = await app.token('ana')
  expect(await app.reset(token, weak)).toMatchObject({
    status: 422,
    body: { code: 'invalid-fields', errors: { password: message } },
  })
  expect((await app.reset(token)).status).toBe(200)
})

test('a busy server costs nobody the link', async () => {
  const real = passwords()
  let isBusy = false
  const busy = await forgetful({
    change: {
      passwords: {
        ...real,
        hash: async (text) => {
          if (isBusy) throw new Refusal('busy', 'The server is busy. Please try again in a moment.')
          return real.hash(text)
        },
      },
    },
  })
  onTestFinished(busy.close)
  await busy.join('ana')
  const token = await busy.token('ana')
  isBusy = true
  expect((await busy.reset(token)).status).toBe(503)
  isBusy = false
  expect((await busy.reset(token)).status).toBe(200)
})

test('who was switched off meanwhile gets no new password', async () => {
  const id = await app.join('ana')
  const token = await app.token('ana')
  const off = {
    id: crypto.randomUUID(),
    type: 'UserStatusChanged',
    version: 1,
    at: new Date(app.time.now).toISOString(),
    data: { status: 'inactive' },
    metadata: { correlation: 'spec' },
  }
  await app.log.append(userStream(id), [off], 'any')
  expect(await app.reset(token)).toMatchObject(isOver)
  expect(await typesOf(credentialsStream(id))).toHaveLength(1)
})

test('who signed in elsewhere so far gets a first password', async () => {
  await app.joinElsewhere('social')
  expect((await app.logIn('social@example.org', newPassword)).status).toBe(401)
  expect((await app.reset(await app.token('social'))).status).toBe(200)
  expect((await app.logIn('social@example.org', newPassword)).status).toBe(200)
})

test('with its key, a reset whose answer was lost is answered again, with another password it is not', async () => {
  await app.join('ana')
  const token = await app.token('ana')
  const first = await app.reset(token, newPassword, 'key-1')
  const again = await app.reset(token, newPassword, 'key-1')
  expect(again).toMatchObject({ status: 200, body: { position: first.body['position'] } })
  expect(await app.reset(token, 'Third-horse-99', 'key-1')).toMatchObject({
    status: 422,
    body: { code: 'key-reused' },
  })
  expect(await app.reset(token, newPassword, 'key-2')).toMatchObject(isOver)
  expect((await app.logIn('ana', newPassword)).status).toBe(200)
  expect(app.sent.map(({ kind }) => kind)).toEqual(['password-reset', 'password-changed'])
})

/** An app whose log takes nothing into streams of one kind for a while: resets end in the middle. */
async function brokenOff(kind = 'credentials-') {
  const real = await forgetful()
  let isBroken = false
  const log: typeof real.log = {
    ...real.log,
    append: async (stream, ...rest) => {
      if (isBroken && stream.startsWith(kind)) throw new LogUnavailable('The disk is full.')
      return real.log.append(stream, ...rest)
    },
  }
  const other = await forgetful({ change: { log, commands: commands({ log, clock: real.clock }) } })
  onTestFinished(async () => {
    await other.close()
    await real.close()
  })
  return { other, real, breakOff: (is: boolean) => void (isBroken = is) }
}

test('a reset that broke off is brought to its end by its key', async () => {
  const { other, real, breakOff } = await brokenOff()
  await real.join('ana')
  const token = await real.token('ana')
  breakOff(true)
  expect((await other.reset(token, newPassword, 'key-1')).status).toBe(503)
  breakOff(false)
  expect(await other.reset(token, newPassword)).toMatchObject(isOver)
  expect((await other.reset(token, newPassword, 'key-1')).status).toBe(200)
  expect((await real.logIn('ana', newPassword)).status).toBe(200)
  expect(other.sent.map(({ kind }) => kind)).toEqual(['password-changed'])
})

test('the owner is told of a reset that broke off between password and sessions, when its key brings it to its end', async () => {
  const { other, real, breakOff } = await brokenOff('user-')
  await real.join('ana')
  const token = await real.token('ana')
  breakOff(true)
  expect((await other.reset(token, newPassword, 'key-1')).status).toBe(503)
  breakOff(false)
  for (const again of ['once', 'twice'])
    expect([again, (await other.reset(token, newPassword, 'key-1')).status]).toEqual([again, 200])
  expect(other.sent.map(({ kind }) => kind)).toEqual(['password-changed'])
})

test('a reset that broke off does not undo a newer password', async () => {
  const { other, real, breakOff } = await brokenOff()
  await real.join('ana')
  const [first, second] = [await real.token('ana'), await real.token('ana')]
  breakOff(true)
  expect((await other.reset(first, 'Third-horse-99', 'key-1')).status).toBe(503)
  breakOff(false)
  expect((await real.reset(second)).status).toBe(200)
  expect(await other.reset(first, 'Third-horse-99', 'key-1')).toMatchObject(isOver)
  expect((await real.logIn('ana', newPassword)).status).toBe(200)
})

test('whose deletion was announced gets no new password, also while it is not erased yet', async () => {
  const id = await app.join('ana')
  const token = await app.token('ana')
  const deleted = {
    id: crypto.randomUUID(),
    type: 'AccountDeleted',
    version: 1,
    at: new Date(app.time.now).toISOString(),
    data: {
      role: 'participant',
      status: 'active',
      registered: { at: '2026-03-02T08:00:00.000Z', position: '1' },
    },
    metadata: { correlation: 'spec' },
  }
  await app.log.append(deletedStream(id), [deleted], 'none')
  expect(await app.reset(token)).toMatchObject(isOver)
  expect(app.sent.map(({ kind }) => kind)).toEqual(['password-reset'])
})

test('what is stored tells neither token nor password', async () => {
  await app.join('ana')
  const token = await app.token('ana')
  await app.reset(token, newPassword, 'key-1')
  let told = ''
  for await (const events of app.log.readAll())
    for (const { position, ...event } of events) told += JSON.stringify(event) + position.toString()
  for (const secret of [
    token,
    newPassword,
    hash('sha256', JSON.stringify([{}, { token, password: newPassword }])).slice(0, 32),
  ])
    expect(told).not.toContain(secret)
})

test('the twenty-first try of an hour from one address waits', async () => {
  const limited = await forgetful({ areLimitsOn: true })
  onTestFinished(limited.close)
  const answers = []
  for (let count = 0; count < 21; count += 1) answers.push(await limited.reset('A'.repeat(43)))
  expect(statuses(answers)).toEqual({ 422: 20, 429: 1 })
})

test('no more is asked for than a token and a password', async () => {
  const extra = { token: 'x', password: newPassword, email: 'ana@example.org' }
  expect((await app.http.call('POST', '/api/auth/reset-password', extra)).status).toBe(400)
  expect(
    (await app.http.call('POST', '/auth/reset-password', { token: 'x', password: newPassword })).status,
  ).toBe(422)
})

test('whoever changes a password while signed in is told by mail, too', async () => {
  const id = await app.join('ana')
  const change = { currentPassword: password, newPassword }
  const token = app.tokenOf(id)
  const call = () => app.http.call('POST', '/api/auth/change-password', change, { token, key: 'key-1' })
  expect([await call(), await call()]).toMatchObject([{ status: 200 }, { status: 200 }])
  expect(app.sent.map(({ kind, to }) => [kind, to])).toEqual([['password-changed', 'ana@example.org']])
  const wrong = { currentPassword: password, newPassword: 'Third-horse-99' }
  const denied = await app.http.call('POST', '/api/auth/change-password', wrong, { token })
  expect([denied.status, app.sent.length]).toEqual([401, 1])
})
