import { appendToEnd } from '@thirty/infra/testing/event-log/append-to-end.ts'
import { gitHubUser, fakeProvider, type FakeProvider } from '@thirty/infra/testing/oauth/fake-provider.ts'
import { fakeBrowser, socialApp } from '@thirty/command-api/testing/social-sign-in-app.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'

let provider: FakeProvider
let app: Awaited<ReturnType<typeof socialApp>>
beforeEach(async () => {
  provider = await fakeProvider()
  app = await socialApp(provider.settings)
})
afterEach(async () => {
  await app.close()
  await provider.close()
})

test('a social sign-in of an account with a second factor opens no session', async () => {
  provider.answerWith(gitHubUser(42, 'ana@example.org'))
  const { _id } = await fakeBrowser(app.port).signInAndRedeem('github')
  const factor = { secret: 'sealed', addedAt: '2026-03-02T08:00:00.000Z', lastStep: 0 }
  const data = { app: factor, passkeys: [], recoveryCodes: null, used: [] }
  await appendToEnd(app.log, `second-factors-${_id}`, [app.newEvent('SecondFactorsChanged', data)])

  const browser = fakeBrowser(app.port)
  const { status, to } = await browser.signIn('github', '/leaderboard')
  expect([status, to.pathname, to.searchParams.get('redirect')]).toEqual([
    302,
    '/auth/second-step',
    '/leaderboard',
  ])
  const token = to.searchParams.get('token') ?? ''
  expect(app.twoFactorTokens.verifySecondStep(token)).toMatchObject({ sub: _id, version: 0 })
  expect((await browser.me(token)).status).toBe(401)
})
