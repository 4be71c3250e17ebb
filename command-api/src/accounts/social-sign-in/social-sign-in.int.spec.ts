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
} from '@thirty/command-api/testing/social-sign-in-app.ts'

const app = appForEach(appWithProvider)

const tokenOf = (to: URL) => to.searchParams.get('token') ?? ''

test.each([
  ['github', gitHubUser(42, 'ana@example.org'), { fullName: 'Ana Octo', username: 'octo_ana' }],
  ['google', googleUser('42', 'ana@example.org'), { fullName: 'Ana Goog', username: null }],
])('a new user signs in with %s and gets a session', async (name, profile, expected) => {
  app.provider.answerWith(profile)
  const ana = fakeBrowser(app.port)
  const { status, to } = await ana.signIn(name, '/leaderboard')
  expect([status, to.origin, to.pathname, to.searchParams.get('redirect')]).toEqual([
    302,
    'http://localhost',
    '/auth/success',
    '/leaderboard',
  ])
  const { status: meStatus, body } = await ana.me(tokenOf(to))
  expect(meStatus).toBe(200)
  expect(body).toMatchObject({
    success: true,
    user: { ...expected, email: 'ana@example.org', isAdmin: false },
  })
  const { token } = (body as { user: { token: string } }).user
  expect(app.tokens.verify(token)).toMatchObject({ version: 0 })
  const again = await ana.me(token)
  expect(again).toMatchObject({ status: 200, body: { user: { email: 'ana@example.org' } } })
  expect((again.body as { user: object }).user).not.toHaveProperty('token')
})

test('a person stays the same user after a change of address and name', async () => {
  app.provider.answerWith(gitHubUser(42, 'ana@example.org'))
  const first = await fakeBrowser(app.port).signInAndRedeem('github')
  app.provider.answerWith(gitHubUser(42, 'new@example.org', { name: 'Ana New', login: 'ana_new' }))
  const later = await fakeBrowser(app.port).signInAndRedeem('github')
  expect(later).toMatchObject({ _id: first._id, email: 'ana@example.org', fullName: 'Ana Octo' })
  expect(await app.countAccounts()).toBe(1)
})

test('the same id at GitHub and Google belongs to two users', async () => {
  app.provider.answerWith(gitHubUser(42, 'ana@example.org'))
  const ana = await fakeBrowser(app.port).signInAndRedeem('github')
  app.provider.answerWith(googleUser('42', 'bob@example.org'))
  const bob = await fakeBrowser(app.port).signInAndRedeem('google')
  expect(bob._id).not.toBe(ana._id)
})

test('the same address at two providers leads to one account', async () => {
  app.provider.answerWith(gitHubUser(42, 'ana@example.org'))
  const byGitHub = await fakeBrowser(app.port).signInAndRedeem('github')
  app.provider.answerWith(googleUser('7', 'ANA@example.org'))
  const byGoogle = await fakeBrowser(app.port).signInAndRedeem('google')
  expect(byGoogle._id).toBe(byGitHub._id)
  // The address was verified before, so the first session continues.
  expect((await fakeBrowser(app.port).me(byGitHub.token)).status).toBe(200)
})

test('an address that the provider has verified is confirmed', async () => {
  app.provider.answerWith(gitHubUser(42, 'ana@example.org'))
  expect(await fakeBrowser(app.port).signInAndRedeem('github')).toMatchObject({ emailConfirmed: true })
  await app.signUpUser('bea')
  app.provider.answerWith(gitHubUser(43, 'bea@example.org'))
  expect(await fakeBrowser(app.port).signInAndRedeem('github')).toMatchObject({ emailConfirmed: true })
})

test('twenty concurrent sign-ins of one new user over two processes make one account', async () => {
  app.provider.answerWith(gitHubUser(42, 'ana@example.org'))
  const other = await app.serve()
  const browsers = Array.from({ length: 20 }, (_, index) => fakeBrowser(index % 2 ? app.port : other.port))
  const callbacks = await Promise.all(browsers.map((browser) => browser.returnFromProvider('github')))
  const results = await Promise.all(browsers.map((browser, index) => browser.visit(callbacks[index] ?? '')))
  const ids = await Promise.all(
    browsers.map(async (browser, index) => {
      const { body } = await browser.me(tokenOf(results[index]?.to ?? new URL('about:blank')))
      return (body as { user?: { _id: string } }).user?._id
    }),
  )
  expect(new Set(ids).size).toBe(1)
  expect(ids[0]).toBeDefined()
  expect(await app.countAccounts()).toBe(1)
})

test('a taken username is not given to a new user', async () => {
  await app.signUpUser('Octo_Ana')
  app.provider.answerWith(gitHubUser(42, 'ana@example.org'))
  expect(await fakeBrowser(app.port).signInAndRedeem('github')).toMatchObject({ username: null })
})

test('an unverified address is refused, and nothing is stored about the user', async () => {
  app.provider.answerWith({
    ...gitHubUser(42, ''),
    emails: [{ email: 'ana@example.org', primary: true, verified: false }],
  })
  expect(loginRedirect(await fakeBrowser(app.port).signIn('github'))).toEqual(
    toLogin('unverified-email-github'),
  )
  app.provider.answerWith(googleUser('42', 'ana@example.org', { email_verified: false }))
  expect(loginRedirect(await fakeBrowser(app.port).signIn('google'))).toEqual(
    toLogin('unverified-email-google'),
  )
  app.provider.answerWith(googleUser('42', 'no address'))
  expect(loginRedirect(await fakeBrowser(app.port).signIn('google'))).toEqual(
    toLogin('unverified-email-google'),
  )
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
  const { _id } = await fakeBrowser(app.port).signInAndRedeem('github')
  const elsewhere = (await app.allEvents()).filter(({ stream }) => stream !== `user-${_id}`)
  const text = JSON.stringify(elsewhere.map(({ stream, data, metadata }) => [stream, data, metadata]))
  for (const secret of ['ana@', 'Ana', '424242']) expect(text).not.toContain(secret)
})

test('a social sign-in of an account with a second factor opens no session', async () => {
  app.provider.answerWith(gitHubUser(42, 'ana@example.org'))
  const { _id } = await fakeBrowser(app.port).signInAndRedeem('github')
  const factor = { secret: 'sealed', addedAt: '2026-03-02T08:00:00.000Z', lastStep: 0 }
  const data = { app: factor, passkeys: [], recoveryCodes: null, used: [] }
  await app.append(`second-factors-${_id}`, 'SecondFactorsChanged', data)

  const browser = fakeBrowser(app.port)
  const { status, to } = await browser.signIn('github', '/leaderboard')
  expect([status, to.pathname, to.searchParams.get('redirect')]).toEqual([
    302,
    '/auth/second-step',
    '/leaderboard',
  ])
  const token = to.searchParams.get('token') ?? ''
  expect(twoFactorTokens(app).verifySecondStep(token)).toMatchObject({ sub: _id, version: 0 })
  expect((await browser.me(token)).status).toBe(401)
})
