import { limitRules } from '@thirty/contracts/rules/limits.ts'
import {
  gitHubUser,
  brokenResponses,
  brokenProvider,
  fakeProvider,
} from '@thirty/infra/testing/oauth/fake-provider.ts'
import { expect, onTestFinished, test } from 'vitest'
import { fakeBrowser, loginError, socialApp } from '@thirty/command-api/testing/social-sign-in-app.ts'

/** A browser that went to a provider and comes back with a code, without having seen its page. */
async function comingBack(port: number) {
  const ana = fakeBrowser(port)
  const { to } = await ana.visit('/api/auth/github')
  const back = new URL(to.searchParams.get('redirect_uri') ?? '')
  back.searchParams.set('code', 'a-code')
  back.searchParams.set('state', to.searchParams.get('state') ?? '')
  return { ana, back }
}

type Finish = (close: () => Promise<void>) => void

async function atProvider(manner: string, finish: Finish) {
  const provider = await brokenProvider(brokenResponses[manner] ?? (() => undefined))
  const app = await socialApp(provider.settings)
  finish(async () => {
    await app.close()
    await provider.close()
  })
  return app
}

test.concurrent.for(Object.keys(brokenResponses))(
  'where a provider %s, the browser is at the log-in within six seconds',
  { timeout: 20_000 },
  async (manner, context) => {
    const app = await atProvider(manner, context.onTestFinished)
    const { ana, back } = await comingBack(app.port)
    const startedAt = performance.now()
    expect(loginError(await ana.visit(back))).toEqual([302, '/login', 'provider-away'])
    expect(performance.now() - startedAt).toBeLessThan(6_000)
    expect(await app.countAccounts()).toBe(0)
  },
)

test('while fifty wait for a provider that says nothing, a password is as good as ever', async () => {
  const app = await atProvider('says nothing', onTestFinished)
  await app.localSignUp('bob@example.org')
  const waiting = Array.from({ length: 50 }, async () => {
    const { ana, back } = await comingBack(app.port)
    return loginError(await ana.visit(back))
  })
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const taken: number[] = []
  for (let tries = 0; tries < 50; tries += 1) {
    const startedAt = performance.now()
    // One after the other: what is measured is how long each waits.
    await app.localLogIn('bob@example.org')
    taken.push(performance.now() - startedAt)
  }
  expect(taken.toSorted((one, other) => one - other).at(48)).toBeLessThan(100)
  expect(new Set((await Promise.all(waiting)).map(String))).toEqual(new Set(['302,/login,provider-away']))
}, 20_000)

test('whoever comes too often is told so at the log-in', async () => {
  const provider = await fakeProvider()
  const app = await socialApp(provider.settings, { areLimitsOn: true })
  onTestFinished(async () => {
    await app.close()
    await provider.close()
  })
  const ana = fakeBrowser(app.port)
  for (let tries = 0; tries < limitRules['social-sign-in'].points; tries += 1) {
    // One after the other, as they count.
    await ana.visit('/api/auth/github/callback')
  }
  for (const address of ['/api/auth/github', '/api/auth/google/callback?code=x&state=y'])
    expect(loginError(await ana.visit(address))).toEqual([302, '/login', 'too-many'])
})

test('what nobody foresaw is told at the log-in, as is an address that says two things', async () => {
  const provider = await fakeProvider()
  const app = await socialApp(provider.settings)
  onTestFinished(async () => {
    await app.close()
    await provider.close()
  })
  provider.answerWith(gitHubUser(42, 'ana@example.org'))
  const ana = fakeBrowser(app.port)
  const back = await ana.comesBack('github')
  expect(loginError(await ana.visit(`${back.href}&state=${'x'.repeat(10)}`))).toEqual([
    302,
    '/login',
    'failed',
  ])
  expect(loginError(await ana.visit('/auth/github?redirect=/a&redirect=/b'))).toEqual([
    302,
    '/login',
    'failed',
  ])
  app.views.areLost = true
  expect(loginError(await ana.visit(back))).toEqual([302, '/login', 'away'])
})

test('a provider that is not configured is not there, and the other one is', async () => {
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

test('without a provider there is nothing but passwords', async () => {
  const app = await socialApp({})
  onTestFinished(app.close)
  const ana = fakeBrowser(app.port)
  expect((await ana.visit('/api/auth/providers')).body).toEqual({ success: true, providers: [] })
  expect((await ana.visit('/api/auth/google')).status).toBe(404)
})
