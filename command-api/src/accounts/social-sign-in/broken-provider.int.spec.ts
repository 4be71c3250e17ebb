import { formatSignInError } from '@thirty/contracts/accounts/social-sign-in.ts'
import { limitRules } from '@thirty/contracts/endpoints/limits.ts'
import {
  gitHubUser,
  brokenResponses,
  brokenProvider,
  fakeProvider,
} from '@thirty/infra/testing/oauth/fake-provider.ts'
import { appForTest } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, onTestFinished, test } from 'vitest'
import {
  fakeBrowser,
  loginRedirect,
  socialApp,
  appWithProvider,
  toLogin,
} from '@thirty/command-api/testing/social-sign-in-app.ts'

/** Returns a browser that was sent to the provider, and the callback address with a made-up code. */
async function beginSignIn(port: number) {
  const browser = fakeBrowser(port)
  const { to } = await browser.visit('/api/auth/github')
  const callback = new URL(to.searchParams.get('redirect_uri') ?? '')
  callback.searchParams.set('code', 'a-code')
  callback.searchParams.set('state', to.searchParams.get('state') ?? '')
  return { browser, callback }
}

const timeoutMs = 400

test.concurrent.for(Object.entries(brokenResponses))(
  'the browser is back at the login page in time if a provider %s',
  { timeout: 20_000 },
  async ([, respond], context) => {
    const provider = await brokenProvider(respond)
    const app = await socialApp(provider.settings, { providerOptions: { timeoutMs } })
    context.onTestFinished(async () => {
      await app.close()
      await provider.close()
    })
    const { browser, callback } = await beginSignIn(app.port)
    const startedAt = performance.now()
    expect(loginRedirect(await browser.visit(callback))).toEqual(toLogin('provider-away'))
    expect(performance.now() - startedAt).toBeLessThan(timeoutMs + 1_000)
    expect(await app.countAccounts()).toBe(0)
  },
)

test('too many refused sign-ins lead to the login page, which says why and when to try again', async () => {
  const app = await appForTest(appWithProvider({ areLimitsOn: true }))
  const ana = fakeBrowser(app.port)
  for (let count = 0; count < limitRules['social-sign-in'].refused.points; count += 1)
    expect(loginRedirect(await ana.visit('/api/auth/github/callback'))).toEqual(toLogin('expired'))
  const address = '/api/auth/google/callback?code=x&state=y'
  const refused = await ana.visit(address)
  expect(loginRedirect(refused)).toEqual(toLogin('many-refused'))
  expect(formatSignInError('many-refused', refused.to.searchParams.get('wait')).message).toBe(
    'Too many requests from your network were refused. Try again in 15 minutes.',
  )
  // Others at the same address begin as before.
  const { to } = await fakeBrowser(app.port).visit('/api/auth/github')
  expect(to.searchParams.get('redirect_uri')).toMatch(/github\/callback$/)
})

test('when many people have signed in from an address, the login page says so and when to try again', async () => {
  const app = await appForTest(appWithProvider({ areLimitsOn: true }))
  const ana = fakeBrowser(app.port)
  for (let count = 1; count < limitRules['social-sign-in'].points; count += 1)
    await app.limits.consume('social-sign-in', '127.0.0.1')
  expect((await ana.visit('/api/auth/github')).status).toBe(302)
  const refused = await ana.visit('/api/auth/github')
  expect(loginRedirect(refused)).toEqual(toLogin('too-many'))
  expect(formatSignInError('too-many', refused.to.searchParams.get('wait')).message).toBe(
    'Many people are logging in from your network. Try again in 1 hour.',
  )
})

test('an unexpected error and a repeated query parameter lead to the login page', async () => {
  const app = await appForTest(appWithProvider())
  app.provider.answerWith(gitHubUser(42, 'ana@example.org'))
  const ana = fakeBrowser(app.port)
  const callback = await ana.returnFromProvider('github')
  expect(loginRedirect(await ana.visit(`${callback.href}&state=${'x'.repeat(10)}`))).toEqual(
    toLogin('failed'),
  )
  expect(loginRedirect(await ana.visit('/auth/github?redirect=/a&redirect=/b'))).toEqual(toLogin('failed'))
  app.readModels.isWaitFailing = true
  expect(loginRedirect(await ana.visit(callback))).toEqual(toLogin('away'))
})

test('only configured providers are offered', async () => {
  const provider = await fakeProvider()
  const app = await socialApp({ google: provider.settings.google })
  onTestFinished(async () => {
    await app.close()
    await provider.close()
  })
  const ana = fakeBrowser(app.port)
  expect((await ana.visit('/api/auth/providers')).body).toEqual({ success: true, providers: ['google'] })
  expect((await ana.visit('/api/auth/github')).status).toBe(404)
  expect((await ana.visit('/api/auth/github/callback?code=x&state=y')).status).toBe(404)
  expect((await ana.visit('/api/auth/google')).status).toBe(302)
})
