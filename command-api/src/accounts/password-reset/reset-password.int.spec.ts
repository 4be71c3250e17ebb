import { hash } from 'node:crypto'
import { appForTest, appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { countStatuses, refusal, password, tokenInMail } from '@thirty/command-api/testing/test-app.ts'
import {
  passwordResetApp,
  linkExpiredResponse,
  newPassword,
} from '@thirty/command-api/testing/password-reset-app.ts'
import { userStream } from '../evolve.ts'
import { deletedStream } from '../load-account.ts'
import { credentialsStream } from '../password/credentials.ts'
import { untranslated } from '@thirty/contracts/endpoints/refusals.ts'
import { requestFrom } from '@thirty/command-api/testing/request-from.ts'
import { resetPassword } from './reset-password.ts'
import { LogUnavailable } from '@thirty/infra/event-log/event-log.ts'
import { passwordHasher } from '../password/password-hasher.ts'

const app = appForEach(passwordResetApp)

test('the link sets a new password, ends all sessions and informs the owner', async () => {
  const id = await app.signUp('ana')
  const done = await app.reset(await app.mailedToken('ana'))
  expect(done).toMatchObject({ status: 200, body: { success: true, position: expect.any(String) } })
  expect((await app.logIn('ana', password)).status).toBe(401)
  expect((await app.logIn('ana', newPassword)).status).toBe(200)
  expect((await app.eventsOf(userStream(id))).slice(1)).toMatchObject([
    { type: 'SessionsRevoked', data: { sessionVersion: 1 } },
    { type: 'EmailConfirmed', data: { email: 'ana@example.org' } },
  ])
  expect(app.sent.map(({ kind, to }) => [kind, to])).toEqual([
    ['password-reset', 'ana@example.org'],
    ['password-changed', 'ana@example.org'],
  ])
  const { text = '', html = '' } = app.sent[1] ?? {}
  for (const form of [text, html]) {
    expect(form).toContain('was changed on March 2, 2026 at 8:00 AM (UTC)')
    expect(form).toContain('https://thirty.example/forgot')
  }
})

test('a used link confirms the address once, and a password change confirms nothing', async () => {
  const id = await app.signUp('ana')
  const confirmations = async () =>
    (await app.eventsOf(userStream(id))).filter(({ type }) => type === 'EmailConfirmed').length
  const token = app.tokenOf(id)
  const change = { currentPassword: password, newPassword: 'Third-horse-99' }
  expect((await app.http.call('POST', '/api/auth/change-password', change, { token })).status).toBe(200)
  expect(await confirmations()).toBe(0)
  expect((await app.reset(await app.mailedToken('ana'))).status).toBe(200)
  expect((await app.reset(await app.mailedToken('ana'), 'Fourth-horse-4')).status).toBe(200)
  expect(await confirmations()).toBe(1)
  expect((await app.logIn('ana', 'Fourth-horse-4')).body['user']).toMatchObject({ emailConfirmed: true })
})

test.for([
  ['Password1!', 'This password is too common'],
  ['nodigits-HERE', 'Need at least 1 number'],
])('%s is not accepted as a password and does not use up the link', async ([weak, message]) => {
  await app.signUp('ana')
  const token = await app.mailedToken('ana')
  expect(await app.reset(token, weak)).toMatchObject(
    refusal(422, 'invalid-fields', { errors: { password: message } }),
  )
  expect((await app.reset(token)).status).toBe(200)
})

test('repeating a reset with its idempotency key returns the result again, but not for another password', async () => {
  await app.signUp('ana')
  const token = await app.mailedToken('ana')
  const first = await app.reset(token, newPassword, 'key-1')
  const again = await app.reset(token, newPassword, 'key-1')
  expect(again).toMatchObject({ status: 200, body: { position: first.body['position'] } })
  expect(await app.reset(token, 'Third-horse-99', 'key-1')).toMatchObject(refusal(422, 'key-reused'))
  expect(await app.reset(token, newPassword, 'key-2')).toMatchObject(linkExpiredResponse)
  expect((await app.logIn('ana', newPassword)).status).toBe(200)
  expect(kindsSent()).toEqual(['password-reset', 'password-changed'])
})

test('the log reveals neither token nor password', async () => {
  await app.signUp('ana')
  const token = await app.mailedToken('ana')
  await app.reset(token, newPassword, 'key-1')
  const stored = await app.wholeLog()
  for (const secret of [
    token,
    newPassword,
    hash('sha256', JSON.stringify([{}, { token, password: newPassword }])).slice(0, 32),
  ])
    expect(stored).not.toContain(secret)
})

test('after sixty useless links from one IP address the reason is no longer told, and a good link still works', async () => {
  const limited = await appForTest(passwordResetApp({ areLimitsOn: true }))
  await limited.signUp('ana')
  await limited.requestReset('ana@example.org')
  const responses = []
  for (let count = 0; count < 61; count += 1) responses.push(await limited.reset('A'.repeat(43)))
  expect(countStatuses(responses)).toEqual({ 422: 60, 429: 1 })
  expect((await limited.reset(tokenInMail(limited.sent[0]))).status).toBe(200)
})

test('changing a password while signed in informs the owner by email, too', async () => {
  const id = await app.signUp('ana')
  const change = { currentPassword: password, newPassword }
  const token = app.tokenOf(id)
  const call = () => app.http.call('POST', '/api/auth/change-password', change, { token, key: 'key-1' })
  expect([await call(), await call()]).toMatchObject([{ status: 200 }, { status: 200 }])
  expect(app.sent.map(({ kind, to }) => [kind, to])).toEqual([['password-changed', 'ana@example.org']])
  const wrong = { currentPassword: password, newPassword: 'Third-horse-99' }
  const denied = await app.http.call('POST', '/api/auth/change-password', wrong, { token })
  expect([denied.status, app.sent.length]).toEqual([401, 1])
})

test('a used reset link lifts the lock of ten wrong passwords', async () => {
  const limited = await appForTest(passwordResetApp({ areLimitsOn: true }))
  await limited.signUp('ana')
  for (let count = 0; count < 10; count += 1) await limited.logIn('ana', 'Wrong-horse-7')
  expect((await limited.logIn('ana', password)).status).toBe(429)
  expect((await limited.reset(await limited.mailedToken('ana'))).status).toBe(200)
  expect((await limited.logIn('ana', newPassword)).status).toBe(200)
})

test('a deleted user cannot set a new password, even before the data is erased', async () => {
  const id = await app.signUp('ana')
  const token = await app.mailedToken('ana')
  const registered = { at: '2026-03-02T08:00:00.000Z', position: '1' }
  await app.append(deletedStream(id), 'AccountDeleted', { role: 'participant', status: 'active', registered })
  expect(await app.reset(token)).toMatchObject(linkExpiredResponse)
  expect(kindsSent()).toEqual(['password-reset'])
})

test('the link of an account that was deactivated meanwhile sets no password', async () => {
  const id = await app.signUp('ana')
  const token = await app.mailedToken('ana')
  await app.append(userStream(id), 'UserStatusChanged', { status: 'inactive' })
  expect(await app.reset(token)).toMatchObject(linkExpiredResponse)
  expect(kindsSent()).toEqual(['password-reset'])
})

/** Follows links concurrently, each with another password; returns the password that was set. */
async function followConcurrently(tokens: readonly string[]) {
  const responses = await Promise.all(
    tokens.map((token, index) => app.reset(token, `Horse-number-${index}!`)),
  )
  for (const refused of responses.filter(({ status }) => status !== 200))
    expect(refused).toMatchObject(linkExpiredResponse)
  const winner = responses.findIndex(({ status }) => status === 200)
  return { counts: countStatuses(responses), password: `Horse-number-${winner}!` }
}
const countIn = async (stream: string, eventType: string) =>
  (await app.eventsOf(stream)).filter(({ type }) => type === eventType).length

test.for([
  ['another password', (name: string) => app.signUp(name)],
  ['the first password', (name: string) => app.signUpWithGitHub(name)],
] as const)('of twelve links that are followed concurrently, one sets %s', async ([, join]) => {
  const id = await join('ana')
  const tokens: string[] = []
  while (tokens.length < 12) tokens.push(await app.mailedToken('ana'))
  const { counts, password } = await followConcurrently(tokens)
  expect(counts).toEqual({ 200: 1, 422: 11 })
  expect((await app.logIn('ana@example.org', password)).status).toBe(200)
  expect(await countIn(credentialsStream(id), 'PasswordSet')).toBe(1)
  expect(await countIn(userStream(id), 'SessionsRevoked')).toBe(1)
})

test('of twenty concurrent uses of the same link, one sets a password', async () => {
  const id = await app.signUp('ana')
  const token = await app.mailedToken('ana')
  const { counts, password } = await followConcurrently(Array.from({ length: 20 }, () => token))
  expect(counts).toEqual({ 200: 1, 422: 19 })
  const link = await app.eventsOf(`password-reset-${hash('sha256', token)}`)
  expect(link.map(({ type }) => type)).toEqual(['PasswordResetRequested', 'PasswordResetUsed'])
  expect((await app.logIn('ana', password)).status).toBe(200)
  expect(await countIn(credentialsStream(id), 'PasswordSet')).toBe(1)
})

test('a busy server does not use up the link', async () => {
  await app.signUp('ana')
  const token = await app.mailedToken('ana')
  const hash = () => Promise.reject(untranslated('busy', 'The server is busy. Please try again in a moment.'))
  const passwords = { ...passwordHasher(), hash }
  const request = { token, password: newPassword, correlation: 'spec', request: requestFrom() }
  await expect(resetPassword({ ...app, passwords }, request)).rejects.toMatchObject({ code: 'busy' })
  expect((await app.reset(token)).status).toBe(200)
})

/** Starts a process whose log can fail for streams with this prefix, so that resets are interrupted. */
async function interruptedResets(prefix = 'credentials-') {
  let isBroken = false
  const log: typeof app.log = {
    ...app.log,
    append: async (stream, ...rest) => {
      if (isBroken && stream.startsWith(prefix)) throw new LogUnavailable('The disk is full.')
      return app.log.append(stream, ...rest)
    },
  }
  const other = await app.serve(log)
  const reset = (token: string, password = newPassword, key = 'key-1') =>
    app.reset(token, password, key, other)
  return {
    reset,
    /** Begins a reset that is interrupted. */
    interrupt: async (...request: Parameters<typeof reset>) => {
      isBroken = true
      expect((await reset(...request)).status).toBe(503)
      isBroken = false
    },
  }
}
const kindsSent = () => app.sent.map(({ kind }) => kind)

test('an interrupted reset is completed with its idempotency key', async () => {
  const { reset, interrupt } = await interruptedResets()
  await app.signUp('ana')
  const token = await app.mailedToken('ana')
  await interrupt(token)
  expect(await app.reset(token)).toMatchObject(linkExpiredResponse)
  expect((await reset(token)).status).toBe(200)
  expect((await app.logIn('ana', newPassword)).status).toBe(200)
  expect(kindsSent()).toEqual(['password-reset', 'password-changed'])
})

test('the owner gets an email about a reset that was interrupted before ending sessions, once its key completes it', async () => {
  const { reset, interrupt } = await interruptedResets('user-')
  await app.signUp('ana')
  const token = await app.mailedToken('ana')
  await interrupt(token)
  for (const again of ['once', 'twice']) expect([again, (await reset(token)).status]).toEqual([again, 200])
  expect(kindsSent()).toEqual(['password-reset', 'password-changed'])
})

test('an interrupted reset does not undo a newer password', async () => {
  const { reset, interrupt } = await interruptedResets()
  await app.signUp('ana')
  const [first, second] = [await app.mailedToken('ana'), await app.mailedToken('ana')]
  await interrupt(first, 'Third-horse-99')
  expect((await app.reset(second)).status).toBe(200)
  expect(await reset(first, 'Third-horse-99')).toMatchObject(linkExpiredResponse)
  expect((await app.logIn('ana', newPassword)).status).toBe(200)
})
