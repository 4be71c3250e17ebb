import { brokenProvider } from '@thirty/infra/testing/oauth/fake-provider.ts'
import {
  fakeBrowser,
  loginRedirect,
  socialApp,
  toLogin,
} from '@thirty/command-api/testing/social-sign-in-app.ts'
import { expect, onTestFinished, test, vi } from 'vitest'

test('password logins stay fast while fifty users wait for a provider that never responds', async () => {
  const provider = await brokenProvider(() => undefined)
  const app = await socialApp(provider.settings)
  onTestFinished(async () => {
    await app.close()
    await provider.close()
  })
  await app.signUpUser('bob')
  const waiting = Array.from({ length: 50 }, async () => {
    const browser = fakeBrowser(app.port)
    const { to } = await browser.visit('/api/auth/github')
    const callback = new URL(to.searchParams.get('redirect_uri') ?? '')
    callback.searchParams.set('code', 'a-code')
    callback.searchParams.set('state', to.searchParams.get('state') ?? '')
    return loginRedirect(await browser.visit(callback))
  })
  await vi.waitUntil(() => provider.requestCount() === 50, { timeout: 5_000, interval: 10 })
  const durations: number[] = []
  for (let count = 0; count < 50; count += 1) {
    const startedAt = performance.now()
    expect((await app.logIn('bob')).status).toBe(200)
    durations.push(performance.now() - startedAt)
  }
  // A login that waited for the provider would take seconds.
  expect(durations.toSorted((left, right) => left - right).at(45)).toBeLessThan(500)
  provider.disconnect()
  for (const redirect of await Promise.all(waiting)) expect(redirect).toEqual(toLogin('provider-away'))
}, 20_000)
