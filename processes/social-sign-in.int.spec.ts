import { allEndpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import { gitHubUser, fakeProvider, type FakeProvider } from '@thirty/infra/testing/oauth/fake-provider.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestProduct, type TestResponse, type TestProduct } from './testing/product.ts'

let provider: FakeProvider
let product: TestProduct
beforeAll(async () => {
  provider = await fakeProvider()
  const { clientId, clientSecret, authorizeUrl, tokenUrl, userUrl, emailsUrl } = provider.settings.github
  product = await startTestProduct({
    GITHUB_CLIENT_ID: clientId,
    GITHUB_CLIENT_SECRET: clientSecret,
    GITHUB_AUTHORIZE_URL: authorizeUrl,
    GITHUB_TOKEN_URL: tokenUrl,
    GITHUB_USER_URL: userUrl,
    GITHUB_EMAILS_URL: emailsUrl,
  })
})
afterAll(async () => {
  await product.close()
  await provider.close()
})

const locationOf = ({ headers }: TestResponse) => new URL(headers.location ?? '', 'http://nowhere.test')

/** Signs in with GitHub, up to the redirect that contains the one-time token. */
async function signInUpToRedirect() {
  const started = await product.ask({ method: 'GET', path: '/api/auth/github?redirect=/leaderboard' })
  const cookie = started.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const page = await fetch(locationOf(started), { redirect: 'manual' })
  const { pathname, search } = new URL(page.headers.get('location') ?? '')
  const completed = await product.ask({ method: 'GET', path: pathname + search, headers: { cookie } })
  return {
    cookie,
    target: locationOf(completed),
    oneTimeToken: locationOf(completed).searchParams.get('token') ?? '',
  }
}

type Me = { user: { _id: string; token?: string }; stats: { totalParticipants: number } }

async function signIn() {
  const { cookie, oneTimeToken } = await signInUpToRedirect()
  const me = { method: 'GET', path: '/api/auth/me', token: oneTimeToken, headers: { cookie } }
  const { status, json } = await product.ask(me)
  expect(status).toBe(200)
  // The schema of the response defines this type.
  return json as Me
}

test('a user who signs in with GitHub has a session and appears on the leaderboard', async () => {
  provider.answerWith(gitHubUser(1, 'ana@people.example'))
  const { target } = await signInUpToRedirect()
  expect(target.href).toMatch(/^http:\/\/thirty\.test\/auth\/success\?token=[\w.-]+&redirect=%2Fleaderboard$/)
  const { user, stats } = await signIn()
  expect(stats.totalParticipants).toBe(1)
  const board = { method: 'GET', path: '/api/leaderboard/leaderboard', token: user.token }
  expect((await product.ask(board)).text).toContain(user._id)
})

const protectedEndpoints = allEndpoints.filter(
  ({ access, acceptsOneTimeToken }) => !acceptsOneTimeToken && access !== 'everyone' && access !== 'visitors',
)

test('a one-time token is accepted once, by one endpoint only', async () => {
  provider.answerWith(gitHubUser(2, 'bob@people.example'))
  const { cookie, oneTimeToken } = await signInUpToRedirect()
  expect(protectedEndpoints.length).toBeGreaterThan(20)
  for (const { method, path } of protectedEndpoints) {
    const request = { method, path: path.replaceAll(/:\w+/g, 'x'), token: oneTimeToken, headers: { cookie } }
    const { status, json } = await product.ask(request)
    expect([method, path, status]).toEqual([method, path, 401])
    expect(json).toMatchObject({ code: 'not-signed-in' })
  }
  const me = { method: 'GET', path: '/auth/me', token: oneTimeToken, headers: { cookie } }
  expect((await product.ask(me)).status).toBe(200)
  expect((await product.ask(me)).status).toBe(401)
})

test('a user who deleted the account gets a new one at the next sign-in', async () => {
  provider.answerWith(gitHubUser(3, 'cleo@people.example'))
  const first = await signIn()
  const { token } = first.user
  const deleted = await product.ask({ method: 'DELETE', path: '/api/auth/account', token, body: {} })
  expect(deleted.status).toBe(200)
  // A sign-in is refused until the deleted account is erased.
  await expect
    .poll(async () => {
      const { target } = await signInUpToRedirect()
      return target.pathname
    })
    .toBe('/auth/success')
  const second = await signIn()
  expect(second.user._id).not.toBe(first.user._id)
})
