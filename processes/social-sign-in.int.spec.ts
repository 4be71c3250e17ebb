import { allEndpoints } from '@thirty/contracts/endpoints/endpoints.ts'
import { gitHubUser, fakeProvider } from '@thirty/infra/testing/oauth/fake-provider.ts'
import { expect, onTestFinished, test } from 'vitest'
import { productOfTest, type TestResponse } from './testing/product.ts'

const protectedEndpoints = allEndpoints.filter(
  ({ access, acceptsOneTimeToken }) => !acceptsOneTimeToken && access !== 'everyone' && access !== 'visitors',
)

test('a one-time token is accepted once, by one endpoint only', async () => {
  const provider = await fakeProvider()
  onTestFinished(() => provider.close())
  const { clientId, clientSecret, authorizeUrl, tokenUrl, userUrl, emailsUrl } = provider.settings.github
  const product = await productOfTest({
    GITHUB_CLIENT_ID: clientId,
    GITHUB_CLIENT_SECRET: clientSecret,
    GITHUB_AUTHORIZE_URL: authorizeUrl,
    GITHUB_TOKEN_URL: tokenUrl,
    GITHUB_USER_URL: userUrl,
    GITHUB_EMAILS_URL: emailsUrl,
  })
  provider.answerWith(gitHubUser(2, 'bob@people.example'))
  // Signs in up to the redirect that contains the one-time token.
  const locationOf = ({ headers }: TestResponse) => new URL(headers.location ?? '', 'http://nowhere.test')
  const started = await product.answer(undefined, 'GET /api/auth/github?redirect=/leaderboard')
  const headers = { cookie: started.headers['set-cookie']?.[0]?.split(';')[0] ?? '' }
  const page = await fetch(locationOf(started), { redirect: 'manual' })
  const { pathname, search } = new URL(page.headers.get('location') ?? '')
  const target = locationOf(await product.ask({ method: 'GET', path: pathname + search, headers }))
  const token = target.searchParams.get('token') ?? ''
  expect(target.href).toMatch(/^http:\/\/thirty\.test\/auth\/success\?token=[\w.-]+&redirect=%2Fleaderboard$/)

  expect(protectedEndpoints.length).toBeGreaterThan(20)
  for (const { method, path } of protectedEndpoints) {
    const request = { method, path: path.replaceAll(/:\w+/g, 'x'), token, headers }
    const { status, json } = await product.ask(request)
    expect([method, path, status, json]).toMatchObject([method, path, 401, { code: 'not-signed-in' }])
  }
  const me = { method: 'GET', path: '/api/auth/me', token, headers }
  const { status, json } = await product.ask(me)
  expect([status, (await product.ask(me)).status]).toEqual([200, 401])
  // The schema of the response defines this type.
  const { user } = json as { user: { _id: string; token: string } }
  const board = await product.send(user, 'GET /api/leaderboard/leaderboard')
  expect(JSON.stringify(board)).toContain(user._id)
})
