import { signedInResponse } from '@thirty/contracts/accounts/api.ts'
import { secondFactorNeeded } from '@thirty/contracts/accounts/two-factor-api.ts'
import { countStatuses, password, refusal } from '@thirty/command-api/testing/test-app.ts'
import { twoFactorApp } from '@thirty/command-api/testing/two-factor-app.ts'
import { logEndingBefore, logInterruptedBefore } from '@thirty/command-api/testing/interrupted-log.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { sealing } from '@thirty/infra/sealed-text.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'

const app = appForEach(twoFactorApp)

const wrong = refusal(401, 'wrong-credentials')
const over = refusal(401, 'second-step-over')
const setupOver = refusal(422, 'link-over')
const secretEvents = () => app.eventsOf(`second-factors-${app.own.id}`)

test('an app counts only after its first code', async () => {
  const { secret, uri, setup } = await app.setUpApp()
  expect(uri).toBe(
    `otpauth://totp/Thirty:ada%40example.org?issuer=Thirty&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  )
  expect(await app.call('POST', '/app', { setup, code: '000000' })).toMatchObject(wrong)
  expect((await app.state()).twoFactor.app).toBeNull()
  expect((await app.logIn('ada')).body).toHaveProperty('user.token')
  const added = await app.call('POST', '/app', { setup, code: app.codeOf(secret) })
  expect(added).toMatchObject({ status: 200, body: { twoFactor: { recoveryCodes: { left: 10 } } } })
  expect((await app.logIn('ada')).body).not.toHaveProperty('user')
})

test('participants set up no second factor', async () => {
  const { token } = await app.signUpUser('bob')
  for (const path of ['/app/setup', '/passkeys/options'])
    expect(await app.call('POST', path, {}, token)).toMatchObject(refusal(403, 'not-allowed'))
})

test('a setup works once, for its own account, and for a quarter of an hour', async () => {
  const { secret, setup } = await app.setUpApp()
  const bob = await app.signUpUser('bob', { isAdmin: true })
  const add = (token?: string) => app.call('POST', '/app', { setup, code: app.codeOf(secret) }, token)
  expect(await add(bob.token)).toMatchObject(setupOver)
  expect((await add()).status).toBe(200)
  expect(await add()).toMatchObject(over)
  app.wait(16 * 60)
  expect(await add(await app.logInToken('bob'))).toMatchObject(setupOver)
})

test('the password opens no session, and the code after it does', async () => {
  const { secret } = await app.addApp(60)
  const { token, kinds } = secondFactorNeeded.parse((await app.logIn('ada')).body).secondFactor
  expect(kinds).toEqual(['app', 'recovery-code'])
  expect(await app.statusWithToken(token)).toBe(401)
  const second = await app.secondStep({ token, code: app.codeOf(secret).replace(/^.{3}/, '$& ') })
  const { user } = signedInResponse.parse(second.body)
  expect([user._id, await app.statusWithToken(user.token)]).toEqual([app.own.id, 200])
})

test('a wrong password does not reveal a second factor', async () => {
  await app.addApp()
  const answer = await app.logIn('ada', 'Wrong-horse-7')
  expect(answer).toMatchObject(wrong)
  expect(answer.body).not.toHaveProperty('secondFactor')
})

test('a code is accepted once, also by concurrent requests and another process', async () => {
  const { secret } = await app.addApp()
  const other = await app.serve()
  // The code that turned the app on counts as used.
  expect(await app.logInWith({ code: app.codeOf(secret) })).toBe(401)
  app.wait(30)
  const tokens = [await app.firstStep(), await app.firstStep(), await app.firstStep()]
  const code = app.codeOf(secret)
  const responses = await Promise.all(
    tokens.map((token, index) =>
      (index === 1 ? other : app.http).call('POST', '/api/auth/login/second-factor', { token, code }),
    ),
  )
  expect(countStatuses(responses)).toEqual({ 200: 1, 401: 2 })
})

test('a clock may be one step ahead or behind, and no more', async () => {
  const { secret } = await app.addApp(300)
  // The last one is older than the one that was accepted before.
  for (const [steps, status] of [
    [-2, 401],
    [2, 401],
    [-1, 200],
    [1, 200],
    [0, 401],
  ] as const)
    expect([steps, await app.logInWith({ code: app.codeOf(secret, steps) })]).toEqual([steps, status])
})

test('the token of a login works once, for five minutes, and until the sessions end', async () => {
  const { secret, codes } = await app.addApp(60)
  const token = await app.firstStep()
  expect((await app.secondStep({ token, code: app.codeOf(secret) })).status).toBe(200)
  expect(await app.secondStep({ token, recoveryCode: codes[0] })).toMatchObject(over)
  const late = await app.firstStep()
  app.wait(301)
  expect(await app.secondStep({ token: late, code: app.codeOf(secret) })).toMatchObject(over)
  const revoked = await app.firstStep()
  await app.http.call('POST', '/api/auth/logout-everywhere', undefined, app.own)
  expect(await app.secondStep({ token: revoked, code: app.codeOf(secret) })).toMatchObject(over)
  const options = '/api/auth/login/second-factor/options'
  expect(await app.http.call('POST', options, { token: revoked })).toMatchObject(over)
})

test('a login whose sessions end while its code is checked opens none', async () => {
  const { secret } = await app.addApp(60)
  const logOut = () => app.http.call('POST', '/api/auth/logout-everywhere', undefined, app.own)
  const checking = logInterruptedBefore(app.log, ({ type }) => type === 'SecondFactorsChanged', logOut)
  const body = { token: await app.firstStep(), code: app.codeOf(secret) }
  const { call } = await app.serve(checking)
  expect(await call('POST', '/api/auth/login/second-factor', body)).toMatchObject(over)
})

test.for(['setup', 'confirmation', 'session'])(
  'a token for a %s is none for the second step',
  async (kind) => {
    const { secret } = await app.addApp(60)
    const tokens: Record<string, unknown> = {
      setup: (await app.setUpApp()).setup,
      confirmation: (await app.call('POST', '/confirm', { code: app.codeOf(secret) })).body['confirmation'],
      session: app.own.token,
    }
    expect(tokens[kind]).toEqual(expect.any(String))
    app.wait(60)
    expect(await app.secondStep({ token: tokens[kind], code: app.codeOf(secret) })).toMatchObject(over)
  },
)

test('a recovery code replaces the app, in any spelling, and works once', async () => {
  const { codes } = await app.addApp()
  expect(new Set(codes).size).toBe(10)
  const [code = '', other] = codes
  app.sent.length = 0
  expect(await app.logInWith({ recoveryCode: code.toLowerCase().replaceAll('-', ' ') })).toBe(200)
  expect(app.sent.map(({ text }) => text)).toEqual([expect.stringContaining('9 are left')])
  expect(await app.logInWith({ recoveryCode: code })).toBe(401)
  expect((await app.state()).twoFactor.recoveryCodes?.left).toBe(9)
  const renewed = await app.call('POST', '/recovery-codes', {})
  expect(renewed.body['codes']).toHaveLength(10)
  expect(await app.logInWith({ recoveryCode: other })).toBe(401)
})

test('the log keeps no secret that was replaced or removed, and codes only as digests', async () => {
  const { secret, codes } = await app.addApp()
  const before = JSON.stringify((await secretEvents()).map(({ data }) => data))
  for (const text of [secret, ...codes]) expect(before).not.toContain(text.replaceAll('-', ''))
  expect((await app.call('DELETE', '/app', {})).status).toBe(200)
  expect(await secretEvents()).toMatchObject([{ data: { app: null, passkeys: [], recoveryCodes: null } }])
  expect((await app.logIn('ada')).body).toHaveProperty('user.token')
})

test('the stored secret is sealed for its account, with its own key', async () => {
  const { secret } = await app.addApp()
  const [event] = await secretEvents()
  const { secret: sealed } = z.object({ app: z.object({ secret: z.string() }) }).parse(event?.data).app
  const unsealed = (purpose: string, user: string) =>
    sealing(app.reservationKey, purpose).unseal(sealed, user)
  expect(unsealed('authenticator app', app.own.id)).toBe(secret)
  expect(unsealed('authenticator app', 'bob')).toBeUndefined()
  expect(unsealed('webhooks', app.own.id)).toBeUndefined()
})

test('a new password leaves the second factor on', async () => {
  await app.addApp()
  expect((await app.http.changePassword(app.own.token, password, 'Another-horse-8')).status).toBe(200)
  expect((await app.logIn('ada', 'Another-horse-8')).body).toHaveProperty('secondFactor.token')
})

test('the deletion of the account erases all its second factors', async () => {
  await app.addApp()
  await app.signUpUser('bob', { isAdmin: true })
  expect((await app.http.leave(app.own.token)).status).toBe(200)
  expect(await secretEvents()).toEqual([])
  expect(await app.call('POST', '/recovery-codes', {})).toMatchObject({ status: 401 })
})

test('the stream of the account says once what happened, without secrets and the use of a code, and emails say it too', async () => {
  const { codes } = await app.addApp(60)
  const { secret } = await app.addApp(60)
  for (const proof of [{ code: app.codeOf(secret) }, { recoveryCode: codes[0] }])
    expect(await app.logInWith(proof)).toBe(200)
  await app.call('POST', '/recovery-codes', {})
  await app.call('DELETE', '/app', {})
  const events = await app.eventsOf(`user-${app.own.id}`)
  expect(events.slice(1)).toMatchObject(
    [
      { type: 'AuthenticatorAppAdded', data: { addedAt: '2026-03-02T08:00:00.000Z' } },
      { type: 'RecoveryCodesCreated', data: { count: 10 } },
      { type: 'AuthenticatorAppAdded', data: { addedAt: '2026-03-02T08:01:00.000Z' } },
      { type: 'RecoveryCodeUsed', data: { left: 9 } },
      { type: 'RecoveryCodesCreated', data: { count: 10 } },
      { type: 'AuthenticatorAppRemoved', data: {} },
    ].map((event) => ({ ...event, metadata: { actor: app.own.id } })),
  )
  const changed = ['ada@example.org', 'Your two-factor sign-in was changed']
  expect(app.sent.map(({ to, subject }) => [to, subject])).toEqual(Array.from({ length: 5 }, () => changed))
})

test('an app whose addition was interrupted is told to its owner by the next proof of it, once', async () => {
  const { secret, setup } = await app.setUpApp()
  const ending = await app.serve(logEndingBefore(app.log, 'AuthenticatorAppAdded'))
  const body = { setup, code: app.codeOf(secret) }
  expect((await ending.call('POST', '/api/auth/two-factor/app', body, { token: app.own.token })).status).toBe(
    500,
  )
  expect(app.sent).toEqual([])
  for (let proofs = 0; proofs < 2; proofs += 1) {
    app.wait(60)
    expect((await app.call('POST', '/confirm', { code: app.codeOf(secret) })).status).toBe(200)
  }
  expect(app.sent.map(({ to, kind }) => [to, kind])).toEqual([['ada@example.org', 'two-factor-changed']])
})
