import { hash } from 'node:crypto'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { providerTimeoutMs, type OAuthProvider, type VerifiedProfile } from './oauth-provider.ts'
import { oauthProviders } from './providers.ts'
import {
  gitHubUser,
  googleUser,
  brokenResponses,
  brokenProvider,
  fakeProvider,
  type FakeProvider,
  type ProviderAnswers,
} from '@thirty/infra/testing/oauth/fake-provider.ts'

const callback = 'http://thirty.example/api/auth/github/callback'
const verifier = 'v'.repeat(43)
const challenge = hash('sha256', verifier, 'base64url')

let spec: FakeProvider
let gitHub: OAuthProvider
let google: OAuthProvider
beforeAll(async () => {
  spec = await fakeProvider()
  const providers = oauthProviders(spec.settings)
  if (!providers.github || !providers.google) throw new Error('Both are configured.')
  gitHub = providers.github
  google = providers.google
})
afterAll(() => spec.close())

/** Walks through the provider's page, as a browser does, and comes back with a code. */
async function codeOf(provider: OAuthProvider): Promise<string> {
  const address = provider.authorizationUrl({ state: 'ours', challenge, redirectUri: callback })
  const page = await fetch(address, { redirect: 'manual' })
  const back = new URL(page.headers.get('location') ?? '')
  expect([back.origin + back.pathname, back.searchParams.get('state')]).toEqual([callback, 'ours'])
  return back.searchParams.get('code') ?? ''
}

async function personOf(provider: OAuthProvider, told: ProviderAnswers): Promise<VerifiedProfile> {
  spec.answerWith(told)
  return provider.fetchProfile({ code: await codeOf(provider), verifier, redirectUri: callback })
}

test('GitHub tells id, name, handle and the primary, verified address', async () => {
  expect(await personOf(gitHub, gitHubUser(42, 'ana@example.org'))).toEqual({
    subject: '42',
    email: 'ana@example.org',
    fullName: 'Ana Octo',
    handle: 'octo_ana',
  })
})

test('Google tells id, name and a verified address', async () => {
  expect(await personOf(google, googleUser('42', 'ana@example.org'))).toEqual({
    subject: '42',
    email: 'ana@example.org',
    fullName: 'Ana Goog',
  })
})

test('somebody without a name is somebody all the same', async () => {
  expect(await personOf(gitHub, gitHubUser(1, 'a@example.org', { name: null }))).not.toHaveProperty(
    'fullName',
  )
  expect(await personOf(google, googleUser('1', 'a@example.org', { name: undefined }))).toEqual({
    subject: '1',
    email: 'a@example.org',
  })
})

test.each([
  [[{ email: 'ana@example.org', primary: true, verified: false }]],
  [[{ email: 'ana@example.org', primary: false, verified: true }]],
  [
    [
      { email: 'mine@example.org', primary: false, verified: true },
      { email: 'victim@example.org', primary: true, verified: false },
    ],
  ],
  [[]],
])('of GitHub addresses %j none is proven', async (emails) => {
  await expect(personOf(gitHub, { ...gitHubUser(42, ''), emails })).rejects.toMatchObject({
    reason: 'unverified-email',
  })
})

test.each([false, 'false', undefined])(
  'an address that Google calls verified: %s is not proven',
  async (said) => {
    const told = googleUser('42', 'ana@example.org', { email_verified: said })
    await expect(personOf(google, told)).rejects.toMatchObject({ reason: 'unverified-email' })
  },
)

test.each([
  ['an id of another kind', { ...gitHubUser(42, 'a@example.org'), user: { id: 'admin' } }],
  ['no id', { ...gitHubUser(42, 'a@example.org'), user: {} }],
  ['addresses that are no list', { ...gitHubUser(42, 'a@example.org'), emails: { email: 'a@example.org' } }],
  ['addresses without words on them', { ...gitHubUser(42, 'a@example.org'), emails: ['a@example.org'] }],
])('GitHub with %s makes no sense', async (_name, told) => {
  await expect(personOf(gitHub, told)).rejects.toMatchObject({ reason: 'away' })
})

test('Google with an empty id makes no sense', async () => {
  await expect(personOf(google, googleUser('', 'a@example.org'))).rejects.toMatchObject({ reason: 'away' })
})

test('a code is worth nothing with another verifier, and nothing twice', async () => {
  spec.answerWith(gitHubUser(42, 'ana@example.org'))
  const stolen = await codeOf(gitHub)
  const other = { code: stolen, verifier: 'w'.repeat(43), redirectUri: callback }
  await expect(gitHub.fetchProfile(other)).rejects.toMatchObject({ name: 'ProviderProblem' })
  const code = await codeOf(gitHub)
  await gitHub.fetchProfile({ code, verifier, redirectUri: callback })
  await expect(gitHub.fetchProfile({ code, verifier, redirectUri: callback })).rejects.toMatchObject({
    name: 'ProviderProblem',
  })
})

test('the secret travels in the body to the page for tokens, and in no address', async () => {
  await personOf(google, googleUser('42', 'ana@example.org'))
  expect(spec.tokenCalls.at(-1)).toMatchObject({
    grant_type: 'authorization_code',
    client_id: 'thirty',
    client_secret: 'known-to-the-provider',
    redirect_uri: callback,
    code_verifier: verifier,
  })
  expect(google.authorizationUrl({ state: 's', challenge, redirectUri: callback })).not.toContain(
    'known-to-the-provider',
  )
})

test('an address keeps what the configuration says in it', () => {
  const settings = { ...spec.settings.google, authorizeUrl: 'https://login.example/page?tenant=7' }
  const address = oauthProviders({ google: settings }).google?.authorizationUrl({
    state: 's&x=y',
    challenge,
    redirectUri: callback,
  })
  const { searchParams } = new URL(address ?? '')
  expect([searchParams.get('tenant'), searchParams.get('state'), searchParams.get('x')]).toEqual([
    '7',
    's&x=y',
    null,
  ])
})

test('a provider that refuses a code says so with status 200 too', async () => {
  const provider = await brokenProvider((response) => void response.end('{"error":"bad_verification_code"}'))
  onTestFinished(provider.close)
  const asked = oauthProviders(provider.settings).github?.fetchProfile({
    code: 'x',
    verifier,
    redirectUri: callback,
  })
  await expect(asked).rejects.toMatchObject({ reason: 'refused' })
})

test.concurrent.for(Object.entries(brokenResponses))(
  'a provider that %s is given up in time',
  { timeout: 10_000 },
  async ([, manner], context) => {
    const provider = await brokenProvider(manner)
    context.onTestFinished(provider.close)
    const before = process.memoryUsage().rss
    const startedAt = performance.now()
    const asked = oauthProviders(provider.settings).github?.fetchProfile({
      code: 'x',
      verifier,
      redirectUri: callback,
    })
    await expect(asked).rejects.toMatchObject({ name: 'ProviderProblem', reason: 'away' })
    expect(performance.now() - startedAt).toBeLessThan(providerTimeoutMs + 1_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(40_000_000)
    expect(provider.requestCount()).toBe(1)
  },
)

test('what is longer than anything a provider has to say is not read on', async () => {
  const megabyte = Buffer.alloc(1_000_000, ' ')
  let sent = 0
  const provider = await brokenProvider((response) => {
    const talk = (): void => {
      if (sent === 60 || response.destroyed) return void response.end()
      sent += 1
      response.write(megabyte, talk)
    }
    talk()
  })
  onTestFinished(provider.close)
  const asked = oauthProviders(provider.settings).github?.fetchProfile({
    code: 'x',
    verifier,
    redirectUri: callback,
  })
  await expect(asked).rejects.toMatchObject({ name: 'ProviderProblem', reason: 'away' })
  // What the line itself holds is not ours to count.
  expect(sent).toBeLessThan(30)
})
