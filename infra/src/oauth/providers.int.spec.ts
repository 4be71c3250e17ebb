import type { ServerResponse } from 'node:http'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import {
  brokenProvider,
  brokenResponses,
  fakeProvider,
  gitHubUser,
  googleUser,
  type ProviderAnswers,
} from '@thirty/infra/testing/oauth/fake-provider.ts'
import {
  gitHub as gitHubProvider,
  google as googleProvider,
  oauthProviders,
  type OAuthProvider,
  type VerifiedProfile,
} from './providers.ts'

const redirectUri = 'http://thirty.example/api/auth/github/callback'
const nonce = 'nonce-of-the-browser'
const verifier = 'v'.repeat(43)
const authorization = { state: 'our-state', nonce, verifier, redirectUri }
const exchange = { code: 'x', nonce, verifier, redirectUri }

const fake = await fakeProvider()
afterAll(() => fake.close())
const gitHub = gitHubProvider(fake.settings.github)
const google = googleProvider(fake.settings.google)

/** Signs in with GitHub, where every request is answered in this way. Returns the error and the number of requests. */
async function signInAtBroken(respond: (response: ServerResponse) => void) {
  const provider = await brokenProvider(respond)
  try {
    const signingIn = oauthProviders(provider.settings).github?.fetchProfile(exchange)
    return { error: await signingIn?.catch((error: unknown) => error), requests: provider.requestCount() }
  } finally {
    await provider.close()
  }
}
const away = { name: 'ProviderError', reason: 'away' }

/** Visits the provider's page, as a browser does, and returns the code. */
async function obtainCode(provider: OAuthProvider): Promise<string> {
  const address = await provider.authorizationUrl(authorization)
  const page = await fetch(address, { redirect: 'manual' })
  const back = new URL(page.headers.get('location') ?? '')
  expect([back.origin + back.pathname, back.searchParams.get('state')]).toEqual([redirectUri, 'our-state'])
  return back.searchParams.get('code') ?? ''
}

async function signIn(provider: OAuthProvider, answers: ProviderAnswers): Promise<VerifiedProfile> {
  fake.answerWith(answers)
  return provider.fetchProfile({ ...exchange, code: await obtainCode(provider) })
}

test('GitHub and Google return id, verified email address and, if there are any, name and username', async () => {
  const profile = { subject: '42', email: 'ana@example.org' }
  for (const [provider, answers, names] of [
    [gitHub, gitHubUser(42, 'ana@example.org'), { fullName: 'Ana Octo', handle: 'octo_ana' }],
    [gitHub, gitHubUser(42, 'ana@example.org', { name: null }), { handle: 'octo_ana' }],
    [google, googleUser('42', 'ana@example.org'), { fullName: 'Ana Goog' }],
    [google, googleUser('42', 'ana@example.org', { name: undefined }), {}],
    [google, googleUser('42', 'ana@example.org', { email_verified: 'true', name: undefined }), {}],
  ] as const)
    expect(await signIn(provider, answers)).toEqual({ ...profile, ...names })
})

const address = { email: 'ana@example.org', primary: true, verified: true }
const ofGitHub = gitHubUser(42, 'ana@example.org')
const withEmails = (...emails: unknown[]) => ({ ...ofGitHub, emails })
const withVerified = (email_verified: unknown) => googleUser('42', 'ana@example.org', { email_verified })
test.each([
  ['GitHub', 'an unverified address', withEmails({ ...address, verified: false }), 'unverified-email'],
  ['GitHub', 'no primary address', withEmails({ ...address, primary: false }), 'unverified-email'],
  [
    'GitHub',
    'a primary address that is unverified',
    withEmails({ ...address, primary: false }, { ...address, email: 'victim@example.org', verified: false }),
    'unverified-email',
  ],
  ['GitHub', 'no address', withEmails(), 'unverified-email'],
  ['GitHub', 'an id of another type', { ...ofGitHub, user: { id: 'admin' } }, 'away'],
  ['GitHub', 'no id', { ...ofGitHub, user: {} }, 'away'],
  ['GitHub', 'emails that are not a list', { ...ofGitHub, emails: address }, 'away'],
  ['GitHub', 'emails without details', withEmails('a@example.org'), 'away'],
  ['Google', 'an address that is not verified', withVerified(false), 'unverified-email'],
  ['Google', 'an address that is not verified, in text', withVerified('false'), 'unverified-email'],
  ['Google', 'an address that nobody says is verified', withVerified(undefined), 'unverified-email'],
  ['Google', 'an empty id', googleUser('', 'ana@example.org'), 'away'],
])('a profile at %s with %s is not accepted', async (name, _what, answers, reason) => {
  const provider = name === 'GitHub' ? gitHub : google
  await expect(signIn(provider, answers)).rejects.toMatchObject({ reason })
})

test('a code works neither with another verifier nor twice', async () => {
  fake.answerWith(gitHubUser(42, 'ana@example.org'))
  const stolen = { ...exchange, code: await obtainCode(gitHub), verifier: 'w'.repeat(43) }
  await expect(gitHub.fetchProfile(stolen)).rejects.toMatchObject({ name: 'ProviderError' })
  const own = { ...exchange, code: await obtainCode(gitHub) }
  await gitHub.fetchProfile(own)
  await expect(gitHub.fetchProfile(own)).rejects.toMatchObject({ name: 'ProviderError' })
})

test('the client secret is sent in the body of the token request, never in an address', async () => {
  await signIn(google, googleUser('42', 'ana@example.org'))
  expect(fake.tokenCalls.at(-1)).toMatchObject({
    grant_type: 'authorization_code',
    client_id: 'thirty',
    client_secret: 'known-to-the-provider',
    redirect_uri: redirectUri,
    code_verifier: verifier,
  })
  expect(await google.authorizationUrl(authorization)).not.toContain('known-to-the-provider')
})

test('the provider receives the PKCE challenge, not the verifier', async () => {
  // The example of RFC 7636, appendix B.
  const example = { ...authorization, verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' }
  const { searchParams } = new URL(await gitHub.authorizationUrl(example))
  expect(searchParams.get('code_challenge')).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
  expect(searchParams.get('code_challenge_method')).toBe('S256')
  expect(searchParams.toString()).not.toContain(example.verifier)
})

test('a configured address keeps its own parameters, unless they have the name of ours', async () => {
  const authorizeUrl = 'https://login.example/page?tenant=7&scope=all&state=s'
  const provider = googleProvider({ ...fake.settings.google, authorizeUrl })
  const { searchParams } = new URL(await provider.authorizationUrl({ ...authorization, state: 's&x=y' }))
  expect(searchParams.get('tenant')).toBe('7')
  expect(searchParams.getAll('scope')).toEqual(['openid email profile'])
  expect([searchParams.getAll('state'), searchParams.get('x')]).toEqual([['s&x=y'], null])
})

test('Google itself gets a nonce for its ID token', async () => {
  const settings = { ...fake.settings.google, authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth' }
  const address = await googleProvider(settings).authorizationUrl(authorization)
  expect(new URL(address).searchParams.get('nonce')).toBe(nonce)
})

test('an ID token counts only from its issuer, for our nonce and for the user of the profile', async () => {
  const { issuer } = fake
  const withIdToken = googleProvider(fake.settings.google, { issuer })
  fake.answerWith(googleUser('42', 'ana@example.org'))
  fake.issueIdTokensFor('42')
  const fetchWith = async (provider: OAuthProvider, change: { nonce?: string } = {}) =>
    provider.fetchProfile({ ...exchange, code: await obtainCode(withIdToken), ...change })
  expect(await fetchWith(withIdToken)).toMatchObject({ subject: '42' })
  await expect(fetchWith(withIdToken, { nonce: 'of-another-browser' })).rejects.toMatchObject(away)
  const otherIssuer = googleProvider(fake.settings.google, { issuer: 'https://evil.example' })
  await expect(fetchWith(otherIssuer)).rejects.toMatchObject(away)
  fake.issueIdTokensFor('43')
  await expect(fetchWith(withIdToken)).rejects.toMatchObject(away)
})

test('a provider may refuse a code with status 200', async () => {
  const refusing = (response: ServerResponse) => void response.end('{"error":"bad_verification_code"}')
  expect((await signInAtBroken(refusing)).error).toMatchObject({ reason: 'refused' })
})

test('a provider may send an empty error beside a token', async () => {
  const answer = JSON.stringify({
    access_token: 'a',
    error: null,
    ...googleUser('42', 'ana@example.org').user,
  })
  const { settings, close } = await brokenProvider((response) => void response.end(answer))
  onTestFinished(close)
  expect(await googleProvider(settings.google).fetchProfile(exchange)).toMatchObject({ subject: '42' })
})

test.for(Object.entries(brokenResponses))(
  'a sign-in fails in time if the provider %s',
  { timeout: 10_000 },
  async ([, respond]) => {
    const endTime = timeOfSignIn()
    const signedIn = await signInAtBroken((response) => {
      respond(response)
      if (!response.writableEnded && !response.destroyed) endTime()
    })
    expect(signedIn).toMatchObject({ error: away, requests: 1 })
  },
)

test(
  'a sign-in fails in time if the provider sends a token and no profile',
  { timeout: 10_000 },
  async () => {
    const endTime = timeOfSignIn()
    let waiting = 0
    const signedIn = await signInAtBroken((response) => {
      if (response.req.method === 'POST') response.end('{"access_token":"a","token_type":"bearer"}')
      else if ((waiting += 1) === 2) endTime()
    })
    expect(signedIn).toMatchObject({ error: away, requests: 3 })
  },
)

/** Returns what ends the time for the next sign-in, a moment later. */
function timeOfSignIn() {
  const time = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal)
  onTestFinished(() => timeout.mockRestore())
  return () => void setTimeout(() => time.abort(new DOMException('late', 'TimeoutError')), 100)
}

test('a provider has five seconds for a sign-in', async () => {
  const provider = await brokenProvider((response) => void response.destroy())
  onTestFinished(provider.close)
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  onTestFinished(() => timeout.mockRestore())
  const { github, google: other } = oauthProviders(provider.settings)
  for (const each of [github, other])
    await expect(each?.fetchProfile(exchange)).rejects.toMatchObject({ reason: 'away' })
  expect(timeout.mock.calls.filter(([ms]) => ms === 5_000)).toHaveLength(2)
})

test('a response is read up to a megabyte only', async () => {
  const megabyte = Buffer.alloc(1_000_000, ' ')
  let sent = 0
  const { error } = await signInAtBroken((response) => {
    const sendMore = (): void => {
      if (sent === 60 || response.destroyed) return void response.end()
      sent += 1
      response.write(megabyte, sendMore)
    }
    sendMore()
  })
  expect(error).toMatchObject(away)
  // Buffers of the connection count, too.
  expect(sent).toBeLessThan(30)
})
