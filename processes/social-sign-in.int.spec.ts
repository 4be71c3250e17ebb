import { allEndpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import { gitHubUser, fakeProvider } from '@thirty/infra/testing/oauth/fake-provider.ts'
import { expect, onTestFinished, test } from 'vitest'
import { startTestProduct, type TestResponse } from './testing/product.ts'

/** Starts a product whose users sign in with GitHub as one person. */
async function setUp(email: string) {
  const provider = await fakeProvider()
  onTestFinished(() => provider.close())
  const { clientId, clientSecret, authorizeUrl, tokenUrl, userUrl, emailsUrl } = provider.settings.github
  const product = await startTestProduct({
    GITHUB_CLIENT_ID: clientId,
    GITHUB_CLIENT_SECRET: clientSecret,
    GITHUB_AUTHORIZE_URL: authorizeUrl,
    GITHUB_TOKEN_URL: tokenUrl,
    GITHUB_USER_URL: userUrl,
    GITHUB_EMAILS_URL: emailsUrl,
  })
  onTestFinished(product.close)
  provider.answerWith(gitHubUser(2, email))
  const locationOf = ({ headers }: TestResponse) => new URL(headers.location ?? '', 'http://nowhere.test')
  /** Signs in up to the redirect that contains the one-time token. */
  const signIn = async () => {
    const started = await product.ask({ method: 'GET', path: '/api/auth/github?redirect=/leaderboard' })
    const headers = { cookie: started.headers['set-cookie']?.[0]?.split(';')[0] ?? '' }
    const page = await fetch(locationOf(started), { redirect: 'manual' })
    const { pathname, search } = new URL(page.headers.get('location') ?? '')
    const target = locationOf(await product.ask({ method: 'GET', path: pathname + search, headers }))
    const token = target.searchParams.get('token') ?? ''
    return { target, headers, token, me: { method: 'GET', path: '/api/auth/me', token, headers } }
  }
  return { product, signIn }
}

// The schema of the response defines this type.
const userOf = ({ json }: TestResponse) => (json as { user: { _id: string; token: string } }).user

const protectedEndpoints = allEndpoints.filter(
  ({ access, acceptsOneTimeToken }) => !acceptsOneTimeToken && access !== 'everyone' && access !== 'visitors',
)

test('a one-time token is accepted once, by one endpoint only', async () => {
  const { product, signIn } = await setUp('bob@people.example')
  const { target, headers, token, me } = await signIn()
  expect(target.href).toMatch(/^http:\/\/thirty\.test\/auth\/success\?token=[\w.-]+&redirect=%2Fleaderboard$/)

  expect(protectedEndpoints.length).toBeGreaterThan(20)
  for (const { method, path } of protectedEndpoints) {
    const request = { method, path: path.replaceAll(/:\w+/g, 'x'), token, headers }
    const { status, json } = await product.ask(request)
    expect([method, path, status, json]).toMatchObject([method, path, 401, { code: 'not-signed-in' }])
  }
  const signedIn = await product.ask(me)
  expect(signedIn.status).toBe(200)
  expect((await product.ask(me)).status).toBe(401)
  const user = userOf(signedIn)
  const board = await product.send(user, 'GET /api/leaderboard/leaderboard')
  expect(JSON.stringify(board)).toContain(user._id)
})
