import { signedInResponse } from '@thirty/contracts/accounts/api.ts'
import { accountsApp, password, signUpBody } from '@thirty/command-api/testing/accounts-app.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'

const app = appForEach(() => accountsApp({ areLimitsOn: true }))

const home = '203.0.113.7'
/** The addresses of so many networks. */
const networks = (count: number) => Array.from({ length: count }, (_, index) => `198.18.${index}.9`)

const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } })
const logIn = async (address: string, secret = password, emailOrUsername = 'ana') =>
  (await app.http.call('POST', '/api/auth/login', { emailOrUsername, password: secret }, from(address)))
    .status
const guess = (address: string, name = 'ana') => logIn(address, 'Wrong-horse-7', name)
const signUp = async (address: string) => {
  const { body } = await app.http.call('POST', '/api/auth/signup', signUpBody('ana'), from(address))
  return signedInResponse.parse(body).user
}
/** Makes so many wrong attempts from an address. */
async function guessTimes(count: number, address: string, name = 'ana'): Promise<number[]> {
  const statuses: number[] = []
  for (let index = 0; index < count; index += 1) statuses.push(await guess(address, name))
  return statuses
}

/** Makes ten wrong attempts from each of so many networks. */
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
    expect(await guess('192.0.2.1', name)).toBe(429)
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
  expect(await guess('198.51.101.1')).toBe(429)
})

test('only a right password makes a network known, and only for its account', async () => {
  await signUp(home)
  await app.http.call('POST', '/api/auth/signup', signUpBody('bob'), from('198.51.100.1'))
  await guess('192.0.2.1')
  await guessEverywhere(21)
  expect(await logIn('192.0.2.1')).toBe(429)
  expect(await logIn('198.51.100.1')).toBe(429)
  expect(await logIn('198.51.100.1', password, 'bob')).toBe(200)
})

test('wrong passwords of others at an address hold up who was never there, and nobody else', async () => {
  await signUp(home)
  for (let index = 0; index < 100; index += 1) expect(await guess(home, `nobody_${index}`)).toBe(401)
  expect(await guess(home, 'another')).toBe(429)
  expect(await logIn(home)).toBe(200)
  await app.http.call('POST', '/api/auth/signup', signUpBody('bob'), from('192.0.2.1'))
  const late = await app.http.call(
    'POST',
    '/api/auth/login',
    { emailOrUsername: 'bob', password },
    from(home),
  )
  expect(late.status).toBe(429)
  expect(late.body.message).toMatch(
    /^Too many wrong passwords from your network\. Try again in 1[45] minutes\.$/,
  )
})

test('the message at a locked password says for how long', async () => {
  await signUp(home)
  await guessTimes(10, home)
  const late = await app.http.call(
    'POST',
    '/api/auth/login',
    { emailOrUsername: 'ana', password },
    from(home),
  )
  expect(late.body.message).toMatch(/^Too many wrong passwords\. Try again in 1[45] minutes\.$/)
  expect(Number(late.headers.get('Retry-After'))).toBeGreaterThan(14 * 60 - 30)
})
