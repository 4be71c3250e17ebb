import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import {
  countStatuses,
  type TestResponse,
  commandApp,
  signUpBody,
  password,
} from '@thirty/command-api/testing/test-app.ts'
import { adminKey } from '@thirty/command-api/testing/test-context.ts'
import { signedInResponse } from '@thirty/contracts/accounts/api.ts'

const app = appForEach(() => commandApp({ areLimitsOn: true }))

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

test('a refused deletion without a password is not an attempt at it', async () => {
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

const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } })
const keyFrom = (address: string, adminKey: string) =>
  app.http.call('POST', '/api/auth/admin-signup', { ...ana, adminKey }, from(address))

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

const home = '203.0.113.7'
/** Returns the addresses of this many networks. */
const networks = (count: number) => Array.from({ length: count }, (_, index) => `198.18.${index}.9`)

const logInAt = (address: string, secret = password, emailOrUsername = 'ana') =>
  app.http.call('POST', '/api/auth/login', { emailOrUsername, password: secret }, from(address))
const logIn = async (...attempt: Parameters<typeof logInAt>) => (await logInAt(...attempt)).status
const guessAt = (address: string, name = 'ana') => logIn(address, 'Wrong-horse-7', name)
const signUp = async (address: string) => {
  const { body } = await app.http.call('POST', '/api/auth/signup', signUpBody('ana'), from(address))
  return signedInResponse.parse(body).user
}
/** Makes this many wrong attempts from an address. */
async function guessTimes(count: number, address: string, name = 'ana'): Promise<number[]> {
  const statuses: number[] = []
  for (let index = 0; index < count; index += 1) statuses.push(await guessAt(address, name))
  return statuses
}

/** Makes ten wrong attempts from each of this many networks. */
const guessEverywhere = (count: number, name = 'ana') =>
  Promise.all(networks(count).map((address) => guessTimes(10, address, name)))

test('a stranger with ten wrong passwords locks nobody out, at home or elsewhere', async () => {
  await signUp(home)
  expect((await guessTimes(12, '198.51.100.1')).slice(-3)).toEqual([401, 429, 429])
  expect(await logIn('198.51.100.1')).toBe(429)
  // The next address of the same network makes no difference.
  expect(await logIn('198.51.100.2')).toBe(429)
  expect(await logIn(home)).toBe(200)
  expect(await logIn('192.0.2.1')).toBe(200)
  expect(await logIn('2001:db8:1:2::7')).toBe(200)
})

test('wrong passwords from very many networks are bounded together, whether or not the name is known', async () => {
  await signUp(home)
  for (const name of ['ana', 'nobody']) {
    await guessEverywhere(20, name)
    expect(await guessAt('192.0.2.1', name)).toBe(429)
  }
  expect(await logIn('192.0.2.1')).toBe(429)
})

test('very many strangers do not lock out the owner in a network that the account was used from', async () => {
  await signUp(home)
  expect(await logIn('2001:db8:1:2::7')).toBe(200)
  await guessEverywhere(21)
  for (const address of [home, '203.0.113.200', '2001:db8:1:2::99']) expect(await logIn(address)).toBe(200)
  expect(await logIn('2001:db8:1:3::7')).toBe(429)
  // There the attempts have their own limit.
  expect((await guessTimes(11, home)).slice(-2)).toEqual([401, 429])
})

test('a right password does not forgive what strangers tried elsewhere', async () => {
  await signUp(home)
  await guessEverywhere(19)
  expect(await logIn('192.0.2.1')).toBe(200)
  await guessTimes(10, '198.51.100.1')
  expect(await guessAt('198.51.101.1')).toBe(429)
})

test('a changed password resets the count of wrong ones, here and in all networks together', async () => {
  const { token } = await signUp(home)
  await guessTimes(10, home)
  await guessEverywhere(20)
  const body = { currentPassword: password, newPassword: 'Another-horse-8' }
  const change = { ...from(home), token }
  expect((await app.http.call('POST', '/api/auth/change-password', body, change)).status).toBe(200)
  expect(await logIn(home, body.newPassword)).toBe(200)
  expect(await logIn('192.0.2.1', body.newPassword)).toBe(200)
})

test('only a right password makes a network known, and only for its account', async () => {
  await signUp(home)
  await app.http.call('POST', '/api/auth/signup', signUpBody('bob'), from('198.51.100.1'))
  await guessAt('192.0.2.1')
  await guessEverywhere(21)
  expect(await logIn('192.0.2.1')).toBe(429)
  expect(await logIn('198.51.100.1')).toBe(429)
  expect(await logIn('198.51.100.1', password, 'bob')).toBe(200)
})

test('wrong passwords of others at an address hold up users who were never there, and nobody else', async () => {
  await signUp(home)
  for (let index = 0; index < 100; index += 1) expect(await guessAt(home, `nobody_${index}`)).toBe(401)
  expect(await guessAt(home, 'another')).toBe(429)
  expect(await logIn(home)).toBe(200)
  await app.http.call('POST', '/api/auth/signup', signUpBody('bob'), from('192.0.2.1'))
  const late = await logInAt(home, password, 'bob')
  expect(late.status).toBe(429)
  expect(late.body.message).toMatch(
    /^Too many wrong passwords from your network\. Try again in 1[45] minutes\.$/,
  )
})

test('the message at a locked password says for how long', async () => {
  await signUp(home)
  await guessTimes(10, home)
  const late = await logInAt(home)
  expect(late.body.message).toMatch(/^Too many wrong passwords\. Try again in 1[45] minutes\.$/)
  expect(Number(late.headers.get('Retry-After'))).toBeGreaterThan(14 * 60 - 30)
})
