import { gitHubUser, googleUser } from '@thirty/infra/testing/oauth/fake-provider.ts'
import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { beforeEach, expect, test } from 'vitest'
import { signedInResponse } from '@thirty/contracts/accounts/api.ts'
import { password, refusal, signUpBody } from '@thirty/command-api/testing/test-app.ts'
import { passwordHasher } from '../password/password-hasher.ts'
import {
  fakeBrowser,
  loginRedirect,
  appWithProvider,
  toLogin,
} from '@thirty/command-api/testing/social-sign-in-app.ts'

const app = appForEach(appWithProvider)
beforeEach(() => app.provider.answerWith(gitHubUser(42, 'ana@example.org')))

const expiredRedirect = toLogin('expired')
const tokenOf = (to: URL) => to.searchParams.get('token') ?? ''
const withQuery = (address: URL, change: (query: URLSearchParams) => void) => {
  const other = new URL(address)
  change(other.searchParams)
  return other
}

test.each([
  ['no state', (query: URLSearchParams) => query.delete('state')],
  ['an empty state', (query: URLSearchParams) => query.set('state', '')],
  ['a made-up state', (query: URLSearchParams) => query.set('state', 'a.b.c')],
  ['a changed state', (query: URLSearchParams) => query.set('state', `${query.get('state')}x`)],
])('a callback with %s is refused without a request to the provider', async (_name, change) => {
  const ana = fakeBrowser(app.port)
  expect(loginRedirect(await ana.visit(withQuery(await ana.returnFromProvider('github'), change)))).toEqual(
    expiredRedirect,
  )
  expect(app.provider.tokenCalls).toHaveLength(0)
})

test('the callback of one browser is refused in another one', async () => {
  const [attacker, victim] = [fakeBrowser(app.port), fakeBrowser(app.port)]
  const callback = await attacker.returnFromProvider('github')
  expect(loginRedirect(await victim.visit(callback))).toEqual(expiredRedirect)
  await victim.visit('/api/auth/github')
  expect(loginRedirect(await victim.visit(callback))).toEqual(expiredRedirect)
  expect(app.provider.tokenCalls).toHaveLength(0)
})

test('a callback works once, also across processes and restarts', async () => {
  const ana = fakeBrowser(app.port)
  const callback = await ana.returnFromProvider('github')
  expect((await ana.visit(callback)).to.pathname).toBe('/auth/success')
  expect(loginRedirect(await ana.visit(callback))).toEqual(expiredRedirect)
  const other = await app.serve()
  const otherBrowser = fakeBrowser(other.port)
  for (const [name, value] of ana.cookies) otherBrowser.cookies.set(name, value)
  expect(loginRedirect(await otherBrowser.visit(callback))).toEqual(expiredRedirect)
  expect(app.provider.tokenCalls).toHaveLength(1)
})

test('a callback is valid for ten minutes', async () => {
  const ana = fakeBrowser(app.port)
  const [early, late] = [await ana.returnFromProvider('github'), fakeBrowser(app.port)]
  app.time.now += 599_000
  expect((await ana.visit(early)).to.pathname).toBe('/auth/success')
  const callback = await late.returnFromProvider('github')
  app.time.now += 601_000
  expect(loginRedirect(await late.visit(callback))).toEqual(expiredRedirect)
})

test('a callback from GitHub is refused at the address for Google', async () => {
  const ana = fakeBrowser(app.port)
  const callback = await ana.returnFromProvider('github')
  callback.pathname = callback.pathname.replace('github', 'google')
  expect(loginRedirect(await ana.visit(callback))).toEqual(expiredRedirect)
  expect(app.provider.tokenCalls).toHaveLength(0)
})

test('a stolen code does not match the verifier', async () => {
  const [attacker, victim] = [fakeBrowser(app.port), fakeBrowser(app.port)]
  const stolen = (await attacker.returnFromProvider('github')).searchParams.get('code') ?? ''
  const callback = withQuery(await victim.returnFromProvider('github'), (query) => query.set('code', stolen))
  expect((await victim.visit(callback)).to.pathname).toBe('/login')
  expect(await app.countAccounts()).toBe(0)
})

test.each([
  ['access_denied', 'cancelled'],
  ['server_error', 'failed'],
  ['<script>alert(1)</script>', 'failed'],
])('a provider error %s becomes %s, and its text is not passed on', async (error, code) => {
  const ana = fakeBrowser(app.port)
  const callback = withQuery(await ana.returnFromProvider('github'), (query) => {
    query.delete('code')
    query.set('error', error)
    query.set('error_description', '<img src=x onerror=alert(1)>')
  })
  const { to } = await ana.visit(callback)
  expect(to.href).toBe(`http://localhost/login?error=${code}`)
  expect(app.provider.tokenCalls).toHaveLength(0)
})

test('a one-time token is accepted once, also across processes', async () => {
  const ana = fakeBrowser(app.port)
  const token = tokenOf((await ana.signIn('github')).to)
  const other = await app.serve()
  const otherBrowser = fakeBrowser(other.port)
  for (const [name, value] of ana.cookies) otherBrowser.cookies.set(name, value)
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, index) => (index % 2 ? ana : otherBrowser).me(token)),
  )
  expect(responses.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([
    200,
    ...Array<number>(9).fill(401),
  ])
  expect((await ana.me(token)).status).toBe(401)
})

test('the one-time token of one browser is refused in another one', async () => {
  const [attacker, victim] = [fakeBrowser(app.port), fakeBrowser(app.port)]
  const token = tokenOf((await attacker.signIn('github')).to)
  expect((await victim.me(token)).status).toBe(401)
  await victim.visit('/api/auth/github')
  expect((await victim.me(token)).status).toBe(401)
  // The failed attempts did not use it up.
  expect((await attacker.me(token)).status).toBe(200)
})

test('a one-time token is not used up while the read models are being built', async () => {
  const ana = fakeBrowser(app.port)
  const token = tokenOf((await ana.signIn('github')).to)
  app.readModels.areBuilt = false
  expect(await ana.me(token)).toMatchObject({ status: 503, body: { code: 'being-built' } })
  expect((await ana.me(token)).status).toBe(503)
  app.readModels.areBuilt = true
  expect((await ana.me(token)).status).toBe(200)
  expect((await ana.me(token)).status).toBe(401)
})

test('a one-time token is valid for a minute', async () => {
  const ana = fakeBrowser(app.port)
  const token = tokenOf((await ana.signIn('github')).to)
  app.time.now += 60_001
  expect((await ana.me(token)).status).toBe(401)
})

test('a one-time token is refused once the sessions of its user were ended', async () => {
  const ana = fakeBrowser(app.port)
  const { to } = await ana.signIn('github')
  const registered = (await app.allEvents()).find(({ type }) => type === 'UserRegistered')
  await app.append(String(registered?.stream), 'SessionsRevoked', { sessionVersion: 1 })
  expect((await ana.me(tokenOf(to))).status).toBe(401)
})

test('a state is not accepted as a one-time token, nor the other way round', async () => {
  const ana = fakeBrowser(app.port)
  const callback = await ana.returnFromProvider('github')
  const state = callback.searchParams.get('state') ?? ''
  expect((await ana.me(state)).status).toBe(401)
  const token = tokenOf((await ana.visit(callback)).to)
  expect(loginRedirect(await ana.visit(withQuery(callback, (query) => query.set('state', token))))).toEqual(
    expiredRedirect,
  )
})

test('no address contains a session token, and a one-time token is not a session', async () => {
  const ana = fakeBrowser(app.port)
  const { to } = await ana.signIn('github')
  expect(app.tokens.verify(tokenOf(to))).toBeUndefined()
  expect([...to.searchParams.keys()]).toEqual(['token', 'redirect'])
  expect(to.hash).toBe('')
})

test.each(['//evil.example', 'https:evil.example', '/\\evil.example', '/admin/settings', '/auth/success'])(
  'a redirect to %s leads to the dashboard',
  async (redirect) => {
    const { to } = await fakeBrowser(app.port).signIn('github', redirect)
    expect([to.origin, to.searchParams.get('redirect')]).toEqual(['http://localhost', '/dashboard'])
  },
)

test('request headers cannot change the callback address', async () => {
  for (const headers of [{ 'x-forwarded-host': 'evil.example' }, { forwarded: 'host=evil.example' }]) {
    const { to } = await fakeBrowser(app.port).visit('/api/auth/github', headers)
    expect(to.searchParams.get('redirect_uri')).toBe('http://localhost/api/auth/github/callback')
  }
})

test('an attacker who registered the address first loses access when its owner signs in', async () => {
  const ofAttacker = { ...signUpBody('attacker'), email: 'ANA@example.org' }
  const signUp = () => app.signUp(ofAttacker, 'key-of-the-attacker')
  const attacker = signedInResponse.parse((await signUp()).body).user
  const session = attacker.token
  expect((await fakeBrowser(app.port).me(session)).status).toBe(200)

  const ana = fakeBrowser(app.port)
  const { _id, token } = await ana.signInAndRedeem('github')
  expect(_id).toBe(attacker._id)
  expect((await ana.me(token)).status).toBe(200)

  expect((await fakeBrowser(app.port).me(session)).status).toBe(401)
  expect(await app.logIn('ana@example.org')).toMatchObject(refusal(401, 'wrong-credentials'))
  // Repeating the sign-up with its idempotency key neither restores the password nor opens a session.
  expect((await signUp()).body).toMatchObject({ code: 'key-reused' })
  expect(await app.logIn('ana@example.org')).toMatchObject(refusal(401, 'wrong-credentials'))
  expect(await app.countAccounts()).toBe(1)
})

test('a user whose password was removed gets an email that explains how to set one', async () => {
  await app.signUpUser('ana')
  app.sent.length = 0
  await fakeBrowser(app.port).signInAndRedeem('github')
  await fakeBrowser(app.port).signInAndRedeem('github')
  expect(app.sent).toMatchObject([
    { kind: 'password-removed', to: 'ana@example.org', subject: 'You now log in with GitHub' },
  ])
  for (const text of ['on March 2, 2026 at 8:00 AM (UTC)', 'was removed', 'http://localhost/forgot'])
    expect([app.sent[0]?.text, app.sent[0]?.html]).toEqual(Array(2).fill(expect.stringContaining(text)))
})

test('a password that was set after the first provider sign-in stays when a second provider is linked', async () => {
  await app.signUpUser('ana')
  const { _id } = await fakeBrowser(app.port).signInAndRedeem('github')
  const data = { hash: await passwordHasher().hash(password), sessionVersion: 2 }
  await app.append(`credentials-${_id}`, 'PasswordSet', data)
  app.provider.answerWith(googleUser('7', 'ana@example.org'))
  await fakeBrowser(app.port).signInAndRedeem('google')
  expect((await app.logIn('ana')).body).toMatchObject({ user: { _id } })
})

test('signing in with the address of an admin is refused and does not change the admin account', async () => {
  await app.signUpUser('ana', { isAdmin: true })
  expect(loginRedirect(await fakeBrowser(app.port).signIn('github'))).toEqual(toLogin('admin-account'))
  expect((await app.logIn('ana')).body).toMatchObject({ user: { isAdmin: true } })
})
