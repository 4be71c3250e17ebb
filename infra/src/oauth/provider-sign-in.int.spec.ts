import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { startTestServer } from '@thirty/infra/testing/http/test-server.ts'
import { ProviderError, type OAuthProvider, type VerifiedProfile } from './oauth-provider.ts'
import { providerSignIn } from './providers.ts'

const ana: VerifiedProfile = { subject: '42', email: 'ana@example.org' }
const redirectUri = 'http://thirty.example/back'
const authorization = { state: 'our-state', nonce: 'n', verifier: 'v', redirectUri }
const exchange = { code: 'a-code', nonce: 'n', verifier: 'v', redirectUri }

/** Serves sign-in with a provider that returns the given profile. */
async function startSignInServer(fetchProfile: OAuthProvider['fetchProfile']) {
  const gitHub: OAuthProvider = {
    authorizationUrl: async ({ state }) => `https://provider.example/page?state=${state}`,
    fetchProfile,
  }
  const signIn = providerSignIn({ github: gitHub })
  const app = express()
    .get('/begin', (_request, response) => signIn.redirectToProvider('github', { response }, authorization))
    .get('/end', async (request, response) => {
      const profile = await signIn
        .fetchProfile('github', exchange)
        .catch((error: unknown) => (error instanceof Error ? error.message : 'unknown'))
      response.json({ profile: profile ?? 'none', signedIn: request.user !== undefined })
    })
  const server = await startTestServer(app)
  onTestFinished(server.close)
  return { ...server, names: signIn.names }
}

test('a sign-in begins with a redirect to the provider with our parameters', async () => {
  const { request, names } = await startSignInServer(async () => ana)
  const { status, headers } = await request('/begin')
  expect([status, headers.location]).toEqual([302, 'https://provider.example/page?state=our-state'])
  expect(names).toEqual(['github'])
})

test('a returning user has the profile from the provider, and no session yet', async () => {
  const exchanges: unknown[] = []
  const { request } = await startSignInServer(async (received) => {
    exchanges.push(received)
    return ana
  })
  expect((await request('/end')).json()).toEqual({ profile: ana, signedIn: false })
  expect(exchanges).toEqual([exchange])
})

test.each([
  ['an unverified email address', new ProviderError('unverified-email', 'No address.'), 'none'],
  ['an unavailable provider', new ProviderError('away', 'No answer.'), 'No answer.'],
  ['a refusal by the provider', new ProviderError('refused', 'No.'), 'No.'],
  ['an unexpected error', new TypeError('Oh.'), 'Oh.'],
])('%s has a distinct result', async (_name, error, profile) => {
  const { request } = await startSignInServer(() => Promise.reject(error))
  expect((await request('/end')).json()).toEqual({ profile, signedIn: false })
})
