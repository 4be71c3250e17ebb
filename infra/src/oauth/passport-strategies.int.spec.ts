import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { startTestServer } from '@thirty/infra/testing/http/test-server.ts'
import { ProviderError, type OAuthProvider, type VerifiedProfile } from './oauth-provider.ts'
import { providerStrategies } from './passport-strategies.ts'

const ana: VerifiedProfile = { subject: '42', email: 'ana@example.org' }
const authorizing = { state: 'ours', challenge: 'c', redirectUri: 'http://thirty.example/back' }
const returning = { code: 'a-code', verifier: 'v', redirectUri: 'http://thirty.example/back' }

/** A provider that answers as it is told, and the strategies over it, behind a socket. */
async function visiting(personOf: OAuthProvider['fetchProfile']) {
  const gitHub: OAuthProvider = {
    authorizationUrl: ({ state }) => `https://provider.example/page?state=${state}`,
    fetchProfile: personOf,
  }
  const known = providerStrategies({ github: gitHub })
  const app = express()
    .get('/begin', (request, response) =>
      known.redirectToProvider('github', { request, response }, authorizing),
    )
    .get('/end', async (request, response) => {
      const person = await known
        .fetchProfile('github', { request, response }, returning)
        .catch((problem: unknown) => (problem instanceof Error ? problem.message : 'odd'))
      response.json({ person: person ?? 'nobody', signedIn: request.user !== undefined })
    })
  const running = await startTestServer(app)
  onTestFinished(running.close)
  return { ...running, names: known.names }
}

test('whoever begins is led to the provider, with what we said', async () => {
  const { request: ask, names } = await visiting(async () => ana)
  const { status, headers } = await ask('/begin')
  expect([status, headers.location]).toEqual([302, 'https://provider.example/page?state=ours'])
  expect(names).toEqual(['github'])
})

test('whoever comes back is who the provider says, and is not signed in by that', async () => {
  const asked: unknown[] = []
  const { request: ask } = await visiting(async (what) => {
    asked.push(what)
    return ana
  })
  expect((await ask('/end')).json()).toEqual({ person: ana, signedIn: false })
  expect(asked).toEqual([returning])
})

test.each([
  ['somebody whose address is not proven', new ProviderError('unverified-email', 'No address.'), 'nobody'],
  ['a provider that is away', new ProviderError('away', 'No answer.'), 'No answer.'],
  ['a provider that refuses us', new ProviderError('refused', 'No.'), 'No.'],
  ['what nobody foresaw', new TypeError('Oh.'), 'Oh.'],
])('%s is told apart', async (_name, problem, person) => {
  const { request: ask } = await visiting(() => Promise.reject(problem))
  expect((await ask('/end')).json()).toEqual({ person, signedIn: false })
})
