import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import {
  countStatuses,
  type TestResponse,
  commandApp,
  signUpBody,
  statusesOf,
  password,
} from '@thirty/command-api/testing/test-app.ts'
import { adminKey } from '@thirty/command-api/testing/test-context.ts'
import { signedInResponse } from '@thirty/contracts/accounts/api.ts'

const app = appForEach(() => commandApp({ areLimitsOn: true }))

const wrong = 'Wrong-horse-7'
const home = '203.0.113.7'
const from = (address: string) => ({ 'X-Forwarded-For': address })
const signUp = async (name = 'ana', address = home) => {
  const { body } = await app.http.call('POST', '/api/auth/signup', signUpBody(name), {
    headers: from(address),
  })
  return signedInResponse.parse(body).user
}
const logIn = (address: string, secret = password, name = 'ana') => app.logIn(name, secret, from(address))
const statusAt = async (...login: Parameters<typeof logIn>) => (await logIn(...login)).status

const guessTimes = (count: number, address = home, name?: string) =>
  statusesOf(count, () => logIn(address, wrong, name))
/** Makes ten wrong attempts from each of this many networks. */
const guessEverywhere = (count: number, name?: string) =>
  Promise.all(Array.from({ length: count }, (_, index) => guessTimes(10, `198.18.${index}.9`, name)))

const tellsWhen = ({ status, headers }: TestResponse) => [status, Number(headers.get('Retry-After')) > 0]

test('the eleventh wrong password is refused, whether or not the name is known, in any spelling of the path', async () => {
  await signUp()
  for (const name of ['ana', 'nobody']) {
    expect(await statusesOf(10, () => app.logIn(name, wrong))).toEqual({ 401: 10 })
    const body = { emailOrUsername: name.toUpperCase(), password: wrong }
    for (const path of ['/api/auth/login', '/auth/login', '/API/AUTH/login', '/api/auth/login/'])
      expect(tellsWhen(await app.http.call('POST', path, body))).toEqual([429, true])
  }
})

test('a right password resets the count of wrong ones', async () => {
  await signUp()
  await guessTimes(9)
  expect([await statusAt(home), await statusAt(home, wrong)]).toEqual([200, 401])
})

test('attempts at a password count together for an account, by address and by username, in any case', async () => {
  await signUp()
  const names = ['ana', 'ANA@example.org', ' Ana ', 'ana@EXAMPLE.org']
  const guesses = await statusesOf(12, (index) => app.logIn(names[index % names.length] ?? '', wrong))
  expect(guesses).toEqual({ 401: 10, 429: 2 })
  for (const name of ['ana', 'ana@example.org']) {
    const late = await app.logIn(name)
    expect(late.body.message).toMatch(/^Too many wrong passwords\. Try again in 1[45] minutes\.$/)
    expect(Number(late.headers.get('Retry-After'))).toBeGreaterThan(14 * 60 - 30)
  }
})

test('attempts at a password count together in a session, at password change, account deletion and confirmation', async () => {
  const { token } = await app.signUpUser('ana')
  const change = (secret: string) => app.http.changePassword(token, secret, 'Another-horse-8')
  const leave = (secret: string) => app.http.leave(token, { password: secret })
  const confirm = (secret: string) => app.http.confirm(token, { password: secret })
  expect(await statusesOf(4, () => change(wrong))).toEqual({ 401: 4 })
  expect(await statusesOf(3, () => leave(wrong))).toEqual({ 401: 3 })
  expect(await statusesOf(3, () => confirm(wrong))).toEqual({ 401: 3 })
  for (const attempt of [change, leave, confirm])
    expect(tellsWhen(await attempt(password))).toEqual([429, true])
  // A locked password does not end sessions.
  expect(await app.statusWithToken(token)).toBe(200)
})

test('wrong passwords at the login do not hold up an open session, nor those in a session the login or another session', async () => {
  const { token } = await app.signUpUser('ana')
  app.time.now += 60_000
  const other = await app.logInToken('ana')
  expect(await statusesOf(12, () => app.logIn('ana', wrong))).toEqual({ 401: 10, 429: 2 })
  expect((await app.http.confirm(token, { password })).status).toBe(200)
  expect(await statusesOf(12, () => app.http.confirm(token, { password: wrong }))).toEqual({
    401: 10,
    429: 2,
  })
  expect((await app.http.confirm(other, { password })).status).toBe(200)
})

test('a session that ends the others under a new token has no further attempts', async () => {
  const { token } = await app.signUpUser('ana')
  await statusesOf(10, () => app.http.confirm(token, { password: wrong }))
  const { body } = await app.http.call('POST', '/api/auth/sessions/end-others', {}, { token })
  expect((await app.http.confirm(String(body.token), { password })).status).toBe(429)
})

test('a refused deletion without a password is not an attempt at it', async () => {
  const { token } = await app.signUpUser('ana')
  expect(await statusesOf(10, () => app.http.leave(token, {}))).toEqual({ 422: 10 })
  expect((await app.http.confirm(token, { password })).status).toBe(200)
})

const keyFrom = (address: string, key = adminKey) =>
  app.http.adminSignUp(signUpBody('ana'), key, { headers: from(address) })

test('after five wrong admin keys from a network even the right one is refused there, and nowhere else', async () => {
  for (let network = 0; network < 8; network += 1) {
    const hosts = Array.from({ length: 6 }, (_, host) => keyFrom(`198.18.${network}.${host}`, 'wrong'))
    expect(countStatuses(await Promise.all(hosts))).toEqual({ 403: 5, 429: 1 })
    expect((await keyFrom(`198.18.${network}.99`)).status).toBe(429)
  }
  expect((await keyFrom(home)).status).toBe(201)
})

test('a thousand wrong admin keys from very many networks are the end for an hour', async () => {
  for (let count = 0; count < 1_000; count += 1) await app.limits.consume('admin-key-all', 'all')
  expect((await keyFrom(home)).status).toBe(429)
})

test('a stranger with ten wrong passwords locks nobody out, at home or elsewhere', async () => {
  await signUp()
  expect(await guessTimes(12, '198.51.100.1')).toEqual({ 401: 10, 429: 2 })
  // The next address of the same network makes no difference.
  for (const address of ['198.51.100.1', '198.51.100.2']) expect(await statusAt(address)).toBe(429)
  for (const address of [home, '192.0.2.1', '2001:db8:1:2::7']) expect(await statusAt(address)).toBe(200)
})

test('wrong passwords from very many networks are bounded together, whether or not the name is known', async () => {
  await signUp()
  for (const name of ['ana', 'nobody']) {
    await guessEverywhere(20, name)
    expect(await statusAt('192.0.2.1', wrong, name)).toBe(429)
  }
  expect(await statusAt('192.0.2.1')).toBe(429)
})

test('very many strangers do not lock out the owner in a network that the account was used from', async () => {
  await signUp()
  expect(await statusAt('2001:db8:1:2::7')).toBe(200)
  await guessEverywhere(21)
  for (const address of [home, '203.0.113.200', '2001:db8:1:2::99']) expect(await statusAt(address)).toBe(200)
  expect(await statusAt('2001:db8:1:3::7')).toBe(429)
  // There the attempts have their own limit.
  expect(await guessTimes(11)).toEqual({ 401: 10, 429: 1 })
})

test('a right password does not forgive what strangers tried elsewhere', async () => {
  await signUp()
  await guessEverywhere(19)
  expect(await statusAt('192.0.2.1')).toBe(200)
  await guessTimes(10, '198.51.100.1')
  expect(await statusAt('198.51.101.1', wrong)).toBe(429)
})

test('a changed password resets the count of wrong ones, here and in all networks together', async () => {
  const { token } = await signUp()
  await guessTimes(10)
  await guessEverywhere(20)
  const body = { currentPassword: password, newPassword: 'Another-horse-8' }
  const here = { token, headers: from(home) }
  expect((await app.http.call('POST', '/api/auth/change-password', body, here)).status).toBe(200)
  for (const address of [home, '192.0.2.1']) expect(await statusAt(address, body.newPassword)).toBe(200)
})

test('only a right password makes a network known, and only for its account', async () => {
  await signUp()
  await signUp('bob', '198.51.100.1')
  await statusAt('192.0.2.1', wrong)
  await guessEverywhere(21)
  for (const address of ['192.0.2.1', '198.51.100.1']) expect(await statusAt(address)).toBe(429)
  expect(await statusAt('198.51.100.1', password, 'bob')).toBe(200)
})

test('wrong passwords of others at an address hold up users who were never there, and nobody else', async () => {
  await signUp()
  expect(await statusesOf(101, (index) => logIn(home, wrong, `nobody_${index}`))).toEqual({
    401: 100,
    429: 1,
  })
  expect(await statusAt(home)).toBe(200)
  await signUp('bob', '192.0.2.1')
  const late = await logIn(home, password, 'bob')
  expect(late.status).toBe(429)
  expect(late.body.message).toMatch(
    /^Too many wrong passwords from your network\. Try again in 1[45] minutes\.$/,
  )
})
