import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { countStatuses, type TestResponse } from '@thirty/command-api/testing/test-app.ts'
import { accountsApp, adminKey, signUpBody } from '@thirty/command-api/testing/accounts-app.ts'

const app = appForEach(() => accountsApp({ areLimitsOn: true }))

const ana = signUpBody('ana')
const guess = (emailOrUsername: string, path = '/api/auth/login', password = 'Wrong-horse-7') =>
  app.http.call('POST', path, { emailOrUsername, password })

/** Makes this many requests, one after another. */
async function times(count: number, call: () => Promise<TestResponse>): Promise<TestResponse[]> {
  const responses: TestResponse[] = []
  for (let index = 0; index < count; index += 1) responses.push(await call())
  return responses
}

test('the eleventh wrong password is refused, whether or not the name is known, in any spelling of the path', async () => {
  await app.signUp(ana)
  for (const name of ['ana', 'nobody']) {
    expect(countStatuses(await times(10, () => guess(name)))).toEqual({ 401: 10 })
    for (const path of ['/api/auth/login', '/auth/login', '/API/AUTH/login', '/api/auth/login/']) {
      const late = await guess(name.toUpperCase(), path)
      expect(late.status).toBe(429)
      expect(Number(late.headers.get('Retry-After'))).toBeGreaterThan(0)
    }
  }
})

test('a right password resets the count of wrong ones', async () => {
  await app.signUp(ana)
  await times(9, () => guess('ana'))
  expect((await guess('ana', '/api/auth/login', ana.password)).status).toBe(200)
  expect((await guess('ana')).status).toBe(401)
})

test('attempts at a password count together for an account, by address and by username, in any case', async () => {
  await app.signUp(ana)
  const names = ['ana', 'ANA@example.org', ' Ana ', 'ana@EXAMPLE.org']
  let count = 0
  const responses = await times(12, () => guess(names[count++ % names.length] ?? ''))
  expect(countStatuses(responses)).toEqual({ 401: 10, 429: 2 })
  expect((await guess('ana', '/api/auth/login', ana.password)).status).toBe(429)
  expect((await guess('ana@example.org', '/api/auth/login', ana.password)).status).toBe(429)
})

test('attempts at a password count together in a session, at password change, account deletion and confirmation', async () => {
  const { token } = await app.signUpUser('ana')
  const change = (currentPassword: string) =>
    app.http.call(
      'POST',
      '/api/auth/change-password',
      { currentPassword, newPassword: 'Another-horse-8' },
      { token },
    )
  const leave = (password: string) => app.http.call('DELETE', '/api/auth/account', { password }, { token })
  const confirm = (password: string) =>
    app.http.call('POST', '/api/auth/two-factor/confirm', { password }, { token })
  for (const [count, attempt] of [
    [4, change],
    [3, leave],
    [3, confirm],
  ] as const)
    expect(countStatuses(await times(count, () => attempt('Wrong-horse-7')))).toEqual({ 401: count })
  for (const late of [await change(ana.password), await leave(ana.password), await confirm(ana.password)]) {
    expect(late.status).toBe(429)
    expect(Number(late.headers.get('Retry-After'))).toBeGreaterThan(0)
  }
  // A locked password does not end sessions.
  expect(await app.statusWithToken(token)).toBe(200)
})

test('wrong passwords at the login do not hold up an open session, nor those in a session the login or another session', async () => {
  const { token } = await app.signUpUser('ana')
  app.time.now += 60_000
  const other = await app.logInToken('ana')
  const confirm = (password: string, by = token) =>
    app.http.call('POST', '/api/auth/two-factor/confirm', { password }, { token: by })
  expect(countStatuses(await times(12, () => guess('ana')))).toEqual({ 401: 10, 429: 2 })
  expect((await confirm(ana.password)).status).toBe(200)
  expect(countStatuses(await times(12, () => confirm('Wrong-horse-7')))).toEqual({ 401: 10, 429: 2 })
  expect((await confirm(ana.password, other)).status).toBe(200)
})

test('a session that ends the others under a new token has no further attempts', async () => {
  const { token } = await app.signUpUser('ana')
  const confirm = (by: string, password = 'Wrong-horse-7') =>
    app.http.call('POST', '/api/auth/two-factor/confirm', { password }, { token: by })
  await times(10, () => confirm(token))
  const { body } = await app.http.call('POST', '/api/auth/sessions/end-others', {}, { token })
  expect((await confirm(String(body.token), ana.password)).status).toBe(429)
})

test('a changed password resets the count of wrong ones', async () => {
  const { token } = await app.signUpUser('ana')
  await times(9, () => guess('ana'))
  const body = { currentPassword: ana.password, newPassword: 'Another-horse-8' }
  expect((await app.http.call('POST', '/api/auth/change-password', body, { token })).status).toBe(200)
  expect((await guess('ana')).status).toBe(401)
})

test('a refused deletion without a password is no attempt at it', async () => {
  const { token } = await app.signUpUser('ana')
  const leave = () => app.http.call('DELETE', '/api/auth/account', {}, { token })
  expect(countStatuses(await times(10, leave))).toEqual({ 422: 10 })
  expect((await guess('ana', '/api/auth/login', ana.password)).status).toBe(200)
})

test('after five wrong admin keys even the right one is refused', async () => {
  const sign = (adminKey: string) => app.http.call('POST', '/api/auth/admin-signup', { ...ana, adminKey })
  expect(countStatuses(await times(6, () => sign('wrong')))).toEqual({ 403: 5, 429: 1 })
  expect((await sign(adminKey)).status).toBe(429)
})

const keyFrom = (address: string, adminKey: string) =>
  app.http.call(
    'POST',
    '/api/auth/admin-signup',
    { ...ana, adminKey },
    { headers: { 'X-Forwarded-For': address } },
  )

test('wrong admin keys count for each network, and lock the sign-up of admins for nobody else', async () => {
  for (let network = 0; network < 8; network += 1) {
    const statuses = await Promise.all(
      Array.from({ length: 6 }, (_, host) => keyFrom(`198.18.${network}.${host}`, 'wrong')),
    )
    expect(countStatuses(statuses)).toEqual({ 403: 5, 429: 1 })
    expect((await keyFrom(`198.18.${network}.99`, adminKey)).status).toBe(429)
  }
  expect((await keyFrom('203.0.113.7', adminKey)).status).toBe(201)
})

test('a thousand wrong admin keys from very many networks are the end for an hour', async () => {
  for (let count = 0; count < 1_000; count += 1) await app.limits.consume('admin-key-all', 'all')
  expect((await keyFrom('203.0.113.7', adminKey)).status).toBe(429)
})
