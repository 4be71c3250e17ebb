import { serve } from '@thirty/infra/testing/http/guarded-endpoints.ts'
import { oauthProviders } from '@thirty/infra/oauth/providers.ts'
import { commandProcess } from '@thirty/command-api/testing/test-app.ts'
import { createTestContext } from '@thirty/command-api/testing/test-context.ts'
import { gitHubUser, googleUser } from '@thirty/infra/testing/oauth/fake-provider.ts'
import { twoFactorTokens } from '../two-factor/tokens.ts'
import { appForEach, appForTest } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import {
  fakeBrowser,
  loginRedirect,
  appWithProvider,
  toLogin,
  tokenOf,
} from '@thirty/command-api/testing/social-sign-in-app.ts'

const app = appForEach(appWithProvider)
const pageOf = ({ status, to }: { status: number; to: URL }) => [
  status,
  `${to.origin}${to.pathname}`,
  to.searchParams.get('redirect'),
]

test.each([
  ['github', gitHubUser(42, 'ana@example.org'), { fullName: 'Ana Octo', username: 'octo_ana' }],
  ['google', googleUser('42', 'ana@example.org'), { fullName: 'Ana Goog', username: null }],
])('a new user signs in with %s and gets a session', async (name, profile, expected) => {
  app.provider.answerWith(profile)
  const ana = app.browser()
  const signedIn = await ana.signIn(name, '/leaderboard')
  expect(pageOf(signedIn)).toEqual([302, 'http://localhost/auth/success', '/leaderboard'])
  const first = await ana.me(tokenOf(signedIn.to))
  const user = { ...expected, email: 'ana@example.org', emailConfirmed: true, isAdmin: false }
  expect(first).toMatchObject({ status: 200, body: { success: true, user } })
  const { token } = (first.body as { user: { token: string } }).user
  expect(app.tokens.verify(token)).toMatchObject({ version: 0 })
  const again = await ana.me(token)
  expect(again).toMatchObject({ status: 200, body: { user: { email: 'ana@example.org' } } })
  expect((again.body as { user: object }).user).not.toHaveProperty('token')
})

test('a browser keeps its cookie for as long as the one-time token works, and no longer', async () => {
  const ana = app.browser()
  const callback = await ana.returnFromProvider()
  const cookie = [...ana.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const finished = await fetch(`http://127.0.0.1:${app.http.port}${callback.pathname}${callback.search}`, {
    redirect: 'manual',
    headers: { cookie },
  })
  expect(finished.headers.getSetCookie()).toEqual([expect.stringContaining(`${cookie}; Max-Age=60;`)])
})

test('a person stays the same user after a change of address and name', async () => {
  const first = await app.browser().signInAndRedeem()
  app.provider.answerWith(gitHubUser(42, 'new@example.org', { name: 'Ana New', login: 'ana_new' }))
  const later = await app.browser().signInAndRedeem()
  expect(later).toMatchObject({ _id: first._id, email: 'ana@example.org', fullName: 'Ana Octo' })
  expect(await app.countAccounts()).toBe(1)
})

test('the same id at GitHub and Google belongs to two users', async () => {
  const ana = await app.browser().signInAndRedeem()
  app.provider.answerWith(googleUser('42', 'bob@example.org'))
  expect((await app.browser().signInAndRedeem('google'))._id).not.toBe(ana._id)
})

test('twenty concurrent sign-ins of one new user over two processes make one account', async () => {
  const ports = [app.http.port, (await app.serve()).port]
  const browsers = Array.from({ length: 20 }, (_, index) => fakeBrowser(ports[index % 2] ?? 0))
  const callbacks = await Promise.all(browsers.map((browser) => browser.returnFromProvider()))
  const results = await Promise.all(browsers.map(({ visit }, index) => visit(callbacks[index] ?? '')))
  for (const { to } of results) expect(to.pathname).toBe('/auth/success')
  expect(await app.countAccounts()).toBe(1)
})

test('a taken username is not given to a new user', async () => {
  await app.signUpUser('Octo_Ana')
  expect(await app.browser().signInAndRedeem()).toMatchObject({ username: null })
})

test('an unverified address is refused, and nothing is stored about the user', async () => {
  const emails = [{ email: 'ana@example.org', primary: true, verified: false }]
  for (const [name, profile] of [
    ['github', { ...gitHubUser(42, ''), emails }],
    ['google', googleUser('42', 'ana@example.org', { email_verified: false })],
    ['google', googleUser('42', 'no address')],
  ] as const) {
    app.provider.answerWith(profile)
    expect(loginRedirect(await app.browser().signIn(name))).toEqual(toLogin(`unverified-email-${name}`))
  }
  const streams = (await app.allEvents()).map(({ stream }) => stream)
  expect(streams.filter((stream) => !stream.startsWith('sign-in-'))).toEqual([])
})

test('operators learn of verified addresses that are not accepted, and not of unverified ones', async () => {
  const context = await appForTest(createTestContext({ publicUrl: new URL('http://localhost') }))
  const { endpoints, guards } = commandProcess(context, { providers: oauthProviders(app.provider.settings) })
  const { port, lines } = await serve(endpoints, guards)
  app.provider.answerWith(googleUser('42', 'ana@example.org', { email_verified: false }))
  await fakeBrowser(port).signIn('google')
  expect(lines).toEqual([])
  app.provider.answerWith(googleUser('42', 'no address'))
  await fakeBrowser(port).signIn('google')
  expect(lines).toEqual([expect.stringContaining('The provider returned an invalid email address.')])
})

test('personal data of a social sign-in is only in the user stream', async () => {
  app.provider.answerWith(gitHubUser(424_242, 'ana@example.org'))
  const { _id } = await app.browser().signInAndRedeem()
  const elsewhere = (await app.allEvents()).filter(({ stream }) => stream !== `user-${_id}`)
  const text = JSON.stringify(elsewhere.map(({ stream, data, metadata }) => [stream, data, metadata]))
  for (const secret of ['ana@', 'Ana', '424242']) expect(text).not.toContain(secret)
})

test('a social sign-in of an account with a second factor opens no session', async () => {
  const { _id } = await app.browser().signInAndRedeem()
  const factor = { secret: 'sealed', addedAt: '2026-03-02T08:00:00.000Z', lastStep: 0 }
  const data = { app: factor, passkeys: [], recoveryCodes: null, used: [] }
  await app.append(`second-factors-${_id}`, 'SecondFactorsChanged', data)
  const browser = app.browser()
  const signedIn = await browser.signIn('github', '/leaderboard')
  expect(pageOf(signedIn)).toEqual([302, 'http://localhost/auth/second-step', '/leaderboard'])
  const token = tokenOf(signedIn.to)
  expect(twoFactorTokens(app).verifySecondStep(token)).toMatchObject({ sub: _id, version: 0 })
  expect((await browser.me(token)).status).toBe(401)
})
