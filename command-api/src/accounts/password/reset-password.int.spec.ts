import { hash } from 'node:crypto'
import { appForTest, appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { statusesOf, refusal, password } from '@thirty/command-api/testing/test-app.ts'
import {
  passwordResetApp,
  linkExpiredResponse,
  newPassword,
} from '@thirty/command-api/testing/password-reset-app.ts'
import { logEndingBefore } from '@thirty/command-api/testing/interrupted-log.ts'
import { untranslated } from '@thirty/contracts/endpoints/refusals.ts'
import { requestFrom } from '@thirty/command-api/testing/request-from.ts'
import { resetPassword } from './reset-password.ts'
import { passwordHasher } from './password-hasher.ts'

const app = appForEach(passwordResetApp)

const countIn = async (stream: string, type: string) =>
  (await app.typesOf(stream)).filter((each) => each === type).length
const sentAfterReset = ['password-reset', 'password-changed']

test('the link sets a new password, ends all sessions and informs the owner', async () => {
  const id = await app.signUp()
  const done = await app.reset(await app.mailedToken())
  expect(done).toMatchObject({ status: 200, body: { success: true, position: expect.any(String) } })
  expect((await app.logIn('ana', password)).status).toBe(401)
  expect((await app.logIn('ana', newPassword)).status).toBe(200)
  expect((await app.eventsOf(`user-${id}`)).slice(1)).toMatchObject([
    { type: 'SessionsRevoked', data: { sessionVersion: 1 } },
    { type: 'EmailConfirmed', data: { email: 'ana@example.org' } },
  ])
  const to = 'ana@example.org'
  expect(app.sent).toMatchObject(sentAfterReset.map((kind) => ({ kind, to })))
  const { text = '', html = '' } = app.sent[1] ?? {}
  for (const form of [text, html]) {
    expect(form).toContain('was changed on March 2, 2026 at 8:00 AM (UTC)')
    expect(form).toContain('https://thirty.example/forgot')
  }
})

test('a used link confirms the address once, and a password change confirms nothing and informs the owner', async () => {
  const id = await app.signUp()
  const confirmations = () => countIn(`user-${id}`, 'EmailConfirmed')
  const change = (from: string, to: string) => app.http.changePassword(app.tokenOf(id), from, to, 'key-1')
  for (const _again of [1, 2]) expect((await change(password, newPassword)).status).toBe(200)
  expect(await confirmations()).toBe(0)
  expect(app.sent).toMatchObject([{ kind: 'password-changed', to: 'ana@example.org' }])
  for (const secret of ['Third-horse-99', 'Fourth-horse-4'])
    expect((await app.reset(await app.mailedToken(), secret)).status).toBe(200)
  expect(await confirmations()).toBe(1)
  expect((await app.logIn('ana', 'Fourth-horse-4')).body['user']).toMatchObject({ emailConfirmed: true })
})

test.for([
  ['Password1!', 'This password is too common'],
  ['nodigits-HERE', 'Need at least 1 number'],
])('%s is not accepted as a password and does not use up the link', async ([weak, message]) => {
  await app.signUp()
  const token = await app.mailedToken()
  expect(await app.reset(token, weak)).toMatchObject(
    refusal(422, 'invalid-fields', { errors: { password: message } }),
  )
  expect((await app.reset(token)).status).toBe(200)
})

test('repeating a reset with its idempotency key returns the result again, but not for another password', async () => {
  await app.signUp()
  const token = await app.mailedToken()
  const { position } = (await app.reset(token, newPassword, 'key-1')).body
  expect(await app.reset(token, newPassword, 'key-1')).toMatchObject({ status: 200, body: { position } })
  expect(await app.reset(token, 'Third-horse-99', 'key-1')).toMatchObject(refusal(422, 'key-reused'))
  expect(await app.reset(token, newPassword, 'key-2')).toMatchObject(linkExpiredResponse)
  expect((await app.logIn('ana', newPassword)).status).toBe(200)
  expect(app.kindsSent()).toEqual(sentAfterReset)
})

test('the log reveals neither token nor address nor password', async () => {
  await app.signUp()
  const token = await app.mailedToken()
  await app.reset(token, newPassword, 'key-1')
  const stored = await app.wholeLog()
  const digest = hash('sha256', JSON.stringify([{}, { token, password: newPassword }])).slice(0, 32)
  for (const secret of [token, newPassword, digest]) expect(stored).not.toContain(secret)
  const ofLink = (await app.allEvents()).filter(({ stream }) => stream.startsWith('password-reset-'))
  expect(ofLink).toHaveLength(2)
  for (const { data, metadata } of ofLink) expect(JSON.stringify([data, metadata])).not.toContain('ana@')
})

test('after sixty useless links from one IP address the reason is no longer told, and a good link still works', async () => {
  const limited = await appForTest(passwordResetApp({ areLimitsOn: true }))
  await limited.signUp()
  const token = await limited.mailedToken()
  expect(await statusesOf(61, () => limited.reset('A'.repeat(43)))).toEqual({ 422: 60, 429: 1 })
  expect((await limited.reset(token)).status).toBe(200)
})

test('a used reset link lifts the lock of ten wrong passwords', async () => {
  const limited = await appForTest(passwordResetApp({ areLimitsOn: true }))
  await limited.signUp()
  for (let count = 0; count < 10; count += 1) await limited.logIn('ana', 'Wrong-horse-7')
  expect((await limited.logIn('ana', password)).status).toBe(429)
  expect((await limited.reset(await limited.mailedToken())).status).toBe(200)
  expect((await limited.logIn('ana', newPassword)).status).toBe(200)
})

const registered = { at: '2026-03-02T08:00:00.000Z', position: '1' }
test.for([
  ['deleted', 'deleted', 'AccountDeleted', { role: 'participant', status: 'active', registered }],
  ['deactivated', 'user', 'UserStatusChanged', { status: 'inactive' }],
] as const)(
  'the link of an account that was %s meanwhile sets no password, even before data is erased',
  async ([, stream, type, data]) => {
    const id = await app.signUp()
    const token = await app.mailedToken()
    await app.append(`${stream}-${id}`, type, data)
    expect(await app.reset(token)).toMatchObject(linkExpiredResponse)
    expect(app.kindsSent()).toEqual(['password-reset'])
  },
)

test.for([
  ['twelve links of an account', 'signUp', 12, 1],
  ['twelve links of an account that has no password', 'signUpWithGitHub', 12, 1],
  ['twenty uses of one link', 'signUp', 1, 20],
] as const)('of %s that are followed concurrently, one sets a password', async ([, join, links, uses]) => {
  const id = await app[join]()
  const tokens: string[] = []
  while (tokens.length < links) tokens.push(await app.mailedToken())
  const follow = (token: string, index: number) => app.reset(token, `Horse-number-${index}!`)
  const responses = await Promise.all(
    Array.from({ length: uses }, () => tokens)
      .flat()
      .map(follow),
  )
  const refused = responses.filter(({ status }) => status !== 200)
  expect(refused).toMatchObject(responses.slice(1).map(() => linkExpiredResponse))
  const winner = responses.findIndex(({ status }) => status === 200)
  expect((await app.logIn('ana@example.org', `Horse-number-${winner}!`)).status).toBe(200)
  expect(await countIn(`credentials-${id}`, 'PasswordSet')).toBe(1)
  expect(await countIn(`user-${id}`, 'SessionsRevoked')).toBe(1)
})

test('a busy server does not use up the link, and hashes nothing for an expired one', async () => {
  await app.signUp()
  const token = await app.mailedToken()
  const busy = () => Promise.reject(untranslated('busy', 'The server is busy. Please try again in a moment.'))
  const passwords = { ...passwordHasher(), hash: busy }
  const expectRefused = (code: string) => {
    const request = requestFrom(undefined, { 'idempotency-key': 'key-1' })
    const reset = { request, body: { token, password: newPassword }, correlation: 'spec' }
    return expect(resetPassword({ ...app, passwords }, reset)).rejects.toMatchObject({ code })
  }
  await expectRefused('busy')
  app.time.now += 30 * 60_000
  await expectRefused('reset-link-over')
  app.time.now -= 1
  expect((await app.reset(token)).status).toBe(200)
})

/**
 * Signs Ana up, and begins a reset in a process that ends before it appends this event. Returns the token of its link, that of a newer one,
 * and a function that sends the same request again.
 */
async function interruptedReset(type: string, secret: string) {
  const process = await app.serve(logEndingBefore(app.log, type))
  await app.signUp()
  const [token, newer] = [await app.mailedToken(), await app.mailedToken()]
  app.sent.pop()
  const again = () => app.reset(token, secret, 'key-1', process)
  expect((await again()).status).toBe(500)
  return { token, newer, again }
}

test('an interrupted reset is completed with its idempotency key', async () => {
  const { token, again } = await interruptedReset('PasswordSet', newPassword)
  expect(await app.reset(token)).toMatchObject(linkExpiredResponse)
  expect((await again()).status).toBe(200)
  expect((await app.logIn('ana', newPassword)).status).toBe(200)
  expect(app.kindsSent()).toEqual(sentAfterReset)
})

test('the owner gets an email about a reset that was interrupted before ending sessions, once its key completes it', async () => {
  const { again } = await interruptedReset('SessionsRevoked', newPassword)
  expect([(await again()).status, (await again()).status]).toEqual([200, 200])
  expect(app.kindsSent()).toEqual(sentAfterReset)
})

test('an interrupted reset does not undo a newer password', async () => {
  const { newer, again } = await interruptedReset('PasswordSet', 'Third-horse-99')
  expect((await app.reset(newer)).status).toBe(200)
  expect(await again()).toMatchObject(linkExpiredResponse)
  expect((await app.logIn('ana', newPassword)).status).toBe(200)
})
