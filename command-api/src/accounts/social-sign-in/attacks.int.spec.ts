import { appForEach } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import { signedInResponse } from '@thirty/contracts/accounts/api.ts'
import { refusal, signUpBody } from '@thirty/command-api/testing/test-app.ts'
import {
  fakeBrowser,
  loginRedirect,
  appWithProvider,
  toLogin,
  tokenOf,
} from '@thirty/command-api/testing/social-sign-in-app.ts'

const app = appForEach(appWithProvider)

const expiredRedirect = toLogin('expired')
const withQuery = (address: URL, changes: Record<string, string>) => {
  const other = new URL(address)
  for (const [name, value] of Object.entries(changes)) other.searchParams.set(name, value)
  return other
}

test.each([
  ['no state', (callback: URL) => callback.searchParams.delete('state')],
  ['an empty state', ({ searchParams }: URL) => searchParams.set('state', '')],
  ['a made-up state', ({ searchParams }: URL) => searchParams.set('state', 'a.b.c')],
  ['a changed state', ({ searchParams }: URL) => searchParams.set('state', `${searchParams.get('state')}x`)],
  ['the state of GitHub at Google', (callback: URL) => (callback.pathname = '/api/auth/google/callback')],
])('a callback with %s is refused without a request to the provider', async (_name, change) => {
  const ana = app.browser()
  const callback = await ana.returnFromProvider()
  change(callback)
  expect(loginRedirect(await ana.visit(callback))).toEqual(expiredRedirect)
  expect(app.provider.tokenCalls).toHaveLength(0)
})

test('the callback of one browser is refused in another one', async () => {
  const [attacker, victim] = [app.browser(), app.browser()]
  const callback = await attacker.returnFromProvider()
  expect(loginRedirect(await victim.visit(callback))).toEqual(expiredRedirect)
  await victim.visit('/api/auth/github')
  expect(loginRedirect(await victim.visit(callback))).toEqual(expiredRedirect)
  expect(app.provider.tokenCalls).toHaveLength(0)
})

test('a callback works once, also across processes and restarts', async () => {
  const ana = app.browser()
  const callback = await ana.returnFromProvider()
  expect((await ana.visit(callback)).to.pathname).toBe('/auth/success')
  for (const { port } of [app.http, await app.serve()])
    expect(loginRedirect(await fakeBrowser(port, ana.cookies).visit(callback))).toEqual(expiredRedirect)
  expect(app.provider.tokenCalls).toHaveLength(1)
})

test('a callback is valid for ten minutes', async () => {
  const ana = app.browser()
  const [early, late] = [await ana.returnFromProvider(), app.browser()]
  app.time.now += 599_000
  expect((await ana.visit(early)).to.pathname).toBe('/auth/success')
  const callback = await late.returnFromProvider()
  app.time.now += 601_000
  expect(loginRedirect(await late.visit(callback))).toEqual(expiredRedirect)
})

test('a stolen code does not match the verifier', async () => {
  const stolen = (await app.browser().returnFromProvider()).searchParams.get('code') ?? ''
  const victim = app.browser()
  const callback = withQuery(await victim.returnFromProvider(), { code: stolen })
  expect((await victim.visit(callback)).to.pathname).toBe('/login')
  expect(await app.countAccounts()).toBe(0)
})

test.each([
  ['access_denied', 'cancelled'],
  ['server_error', 'failed'],
  ['<script>alert(1)</script>', 'failed'],
])('a provider error %s becomes %s, and its text is not passed on', async (error, code) => {
  const ana = app.browser()
  const callback = await ana.returnFromProvider()
  callback.searchParams.delete('code')
  const error_description = '<img src=x onerror=alert(1)>'
  const { to } = await ana.visit(withQuery(callback, { error, error_description }))
  expect(to.href).toBe(`http://localhost/login?error=${code}`)
  expect(app.provider.tokenCalls).toHaveLength(0)
})

test('a cancelled visit uses its state up, like any other', async () => {
  const ana = app.browser()
  const cancelled = withQuery(await ana.returnFromProvider(), { error: 'access_denied' })
  expect(loginRedirect(await app.browser().visit(cancelled))).toEqual(expiredRedirect)
  expect(loginRedirect(await ana.visit(cancelled))).toEqual(toLogin('cancelled'))
  expect(loginRedirect(await ana.visit(cancelled))).toEqual(expiredRedirect)
})

test('a one-time token is accepted once, also across processes', async () => {
  const ana = app.browser()
  const token = await ana.oneTimeToken()
  const { port } = await app.serve()
  const browsers = Array.from({ length: 10 }, (_, at) => (at % 2 ? ana : fakeBrowser(port, ana.cookies)))
  const responses = await Promise.all(browsers.map(({ me }) => me(token)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(responses.filter(({ status }) => status === 401)).toHaveLength(9)
  expect((await ana.me(token)).status).toBe(401)
})

test('the one-time token of one browser is refused in another one', async () => {
  const [attacker, victim] = [app.browser(), app.browser()]
  const token = await attacker.oneTimeToken()
  expect((await victim.me(token)).status).toBe(401)
  await victim.visit('/api/auth/github')
  expect((await victim.me(token)).status).toBe(401)
  // The failed attempts did not use it up.
  expect((await attacker.me(token)).status).toBe(200)
})

test('a one-time token is not used up while the read models are being built', async () => {
  const ana = app.browser()
  const token = await ana.oneTimeToken()
  app.readModels.areBuilt = false
  expect(await ana.me(token)).toMatchObject({ status: 503, body: { code: 'being-built' } })
  expect((await ana.me(token)).status).toBe(503)
  app.readModels.areBuilt = true
  expect([(await ana.me(token)).status, (await ana.me(token)).status]).toEqual([200, 401])
})

test('a one-time token is valid for a minute', async () => {
  const ana = app.browser()
  const token = await ana.oneTimeToken()
  app.time.now += 60_001
  expect((await ana.me(token)).status).toBe(401)
})

test('a one-time token is refused once the sessions of its user were ended', async () => {
  const ana = app.browser()
  const token = await ana.oneTimeToken()
  const registered = (await app.allEvents()).find(({ type }) => type === 'UserRegistered')
  await app.append(String(registered?.stream), 'SessionsRevoked', { sessionVersion: 1 })
  expect((await ana.me(token)).status).toBe(401)
})

test('no address contains a session token, and a one-time token is not a session', async () => {
  const { to } = await app.browser().signIn()
  expect(app.tokens.verify(tokenOf(to))).toBeUndefined()
  expect([...to.searchParams.keys()]).toEqual(['token', 'redirect'])
  expect(to.hash).toBe('')
})

test.each(['//evil.example', 'https:evil.example', '/\\evil.example', '/admin/settings', '/auth/success'])(
  'a redirect to %s leads to the dashboard',
  async (redirect) => {
    const { to } = await app.browser().signIn('github', redirect)
    expect([to.origin, to.searchParams.get('redirect')]).toEqual(['http://localhost', '/dashboard'])
  },
)

test('request headers cannot change the callback address', async () => {
  for (const headers of [{ 'x-forwarded-host': 'evil.example' }, { forwarded: 'host=evil.example' }]) {
    const { to } = await app.browser().visit('/api/auth/github', headers)
    expect(to.searchParams.get('redirect_uri')).toBe('http://localhost/api/auth/github/callback')
  }
})

test('an attacker who registered the address first loses access when its owner signs in', async () => {
  const signUp = () =>
    app.signUp({ ...signUpBody('attacker'), email: 'ANA@example.org' }, 'key-of-the-attacker')
  const attacker = signedInResponse.parse((await signUp()).body).user
  const stranger = app.browser()
  expect((await stranger.me(attacker.token)).status).toBe(200)

  const ana = app.browser()
  const { _id, token } = await ana.signInAndRedeem()
  expect([_id, (await ana.me(token)).status]).toEqual([attacker._id, 200])

  expect((await stranger.me(attacker.token)).status).toBe(401)
  expect(await app.logIn('ana@example.org')).toMatchObject(refusal(401, 'wrong-credentials'))
  // Repeating the sign-up with its idempotency key neither restores the password nor opens a session.
  expect((await signUp()).body).toMatchObject({ code: 'key-reused' })
  expect(await app.logIn('ana@example.org')).toMatchObject(refusal(401, 'wrong-credentials'))
  expect(await app.countAccounts()).toBe(1)
})

test('a user whose password was removed gets an email that explains how to set one', async () => {
  await app.signUpUser('ana')
  app.sent.length = 0
  await app.browser().signInAndRedeem()
  await app.browser().signInAndRedeem()
  expect(app.sent).toMatchObject([
    { kind: 'password-removed', to: 'ana@example.org', subject: 'You now log in with GitHub' },
  ])
  for (const text of ['on March 2, 2026 at 8:00 AM (UTC)', 'was removed', 'http://localhost/forgot'])
    expect([app.sent[0]?.text, app.sent[0]?.html]).toEqual(Array(2).fill(expect.stringContaining(text)))
})

test('signing in with the address of an admin is refused and does not change the admin account', async () => {
  await app.signUpUser('ana', { isAdmin: true })
  expect(loginRedirect(await app.browser().signIn())).toEqual(toLogin('admin-account'))
  expect((await app.logIn('ana')).body).toMatchObject({ user: { isAdmin: true } })
})
