import { brokenProvider } from '@thirty/infra/testing/oauth/fake-provider.ts'
import { appForTest } from '@thirty/command-api/testing/app-of-specs.ts'
import { loginRedirect, socialApp, toLogin } from '@thirty/command-api/testing/social-sign-in-app.ts'
import { expect, test, vi } from 'vitest'

test('password logins stay fast while fifty users wait for a provider that never responds', async () => {
  const provider = await appForTest(brokenProvider(() => undefined))
  const app = await appForTest(socialApp(provider.settings))
  await app.signUpUser('bob')
  const waiting = Array.from({ length: 50 }, () => app.browser().returnWithCode())
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
  for (const result of await Promise.all(waiting))
    expect(loginRedirect(result)).toEqual(toLogin('provider-away'))
}, 20_000)
