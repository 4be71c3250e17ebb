import { formatSignInError } from '@thirty/contracts/accounts/social-sign-in.ts'
import { limitRules } from '@thirty/contracts/endpoints/limits.ts'
import { brokenProvider, fakeProvider } from '@thirty/infra/testing/oauth/fake-provider.ts'
import { appForTest } from '@thirty/command-api/testing/app-of-specs.ts'
import { expect, test } from 'vitest'
import {
  loginRedirect,
  socialApp,
  appWithProvider,
  toLogin,
} from '@thirty/command-api/testing/social-sign-in-app.ts'

test('the browser is back at the login page if a provider gives no valid response', async () => {
  const provider = await appForTest(brokenProvider((response) => void response.destroy()))
  const app = await appForTest(socialApp(provider.settings))
  expect(loginRedirect(await app.browser().returnWithCode())).toEqual(toLogin('provider-away'))
  expect(await app.countAccounts()).toBe(0)
})

test('too many refused sign-ins lead to the login page, which says why and when to try again', async () => {
  const app = await appForTest(appWithProvider({ areLimitsOn: true }))
  const ana = app.browser()
  for (let count = 0; count < limitRules['social-sign-in'].refused.points; count += 1)
    expect(loginRedirect(await ana.visit('/api/auth/github/callback'))).toEqual(toLogin('expired'))
  const refused = await ana.visit('/api/auth/google/callback?code=x&state=y')
  expect(loginRedirect(refused)).toEqual(toLogin('many-refused'))
  expect(formatSignInError('many-refused', refused.to.searchParams.get('wait')).message).toBe(
    'Too many requests from your network were refused. Try again in 15 minutes.',
  )
  // Others at the same address begin as before.
  const { to } = await app.browser().visit('/api/auth/github')
  expect(to.searchParams.get('redirect_uri')).toMatch(/github\/callback$/)
})

test('when many people have signed in from an address, the login page says so and when to try again', async () => {
  const app = await appForTest(appWithProvider({ areLimitsOn: true }))
  const ana = app.browser()
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
  const ana = app.browser()
  const callback = await ana.returnFromProvider()
  for (const address of [`${callback.href}&state=xxx`, '/auth/github?redirect=/a&redirect=/b'])
    expect(loginRedirect(await ana.visit(address))).toEqual(toLogin('failed'))
  app.readModels.isWaitFailing = true
  expect(loginRedirect(await ana.visit(callback))).toEqual(toLogin('away'))
})

test('only configured providers are offered', async () => {
  const { settings } = await appForTest(fakeProvider())
  const ana = (await appForTest(socialApp({ google: settings.google }))).browser()
  expect((await ana.visit('/api/auth/providers')).body).toEqual({ success: true, providers: ['google'] })
  expect((await ana.visit('/api/auth/github')).status).toBe(404)
  expect((await ana.visit('/api/auth/github/callback?code=x&state=y')).status).toBe(404)
  expect((await ana.visit('/api/auth/google')).status).toBe(302)
})
