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

const addressOf = ({ headers }: TestResponse) => new URL(headers.location ?? '', 'http://nowhere.test')

/** Goes to GitHub and back, up to the ticket. `cookie` is what the browser holds. */
async function arrives() {
  const begun = await product.ask({ method: 'GET', path: '/api/auth/github?redirect=/leaderboard' })
  const cookie = begun.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const page = await fetch(addressOf(begun), { redirect: 'manual' })
  const { pathname, search } = new URL(page.headers.get('location') ?? '')
  const ended = await product.ask({ method: 'GET', path: pathname + search, headers: { cookie } })
  return { cookie, to: addressOf(ended), ticket: addressOf(ended).searchParams.get('token') ?? '' }
}

type Me = { user: { _id: string; token?: string }; stats: { totalParticipants: number } }

async function enters() {
  const { cookie, ticket } = await arrives()
  const me = { method: 'GET', path: '/api/auth/me', token: ticket, headers: { cookie } }
  const { status, json } = await product.ask(me)
  expect(status).toBe(200)
  // As the schema of the answer says.
  return json as Me
}

test('somebody who comes by GitHub has a session, and a place among the participants', async () => {
  provider.answerWith(gitHubUser(1, 'ana@people.example'))
  const { to } = await arrives()
  expect(to.href).toMatch(/^http:\/\/thirty\.test\/auth\/success\?token=[\w.-]+&redirect=%2Fleaderboard$/)
  const { user, stats } = await enters()
  expect(stats.totalParticipants).toBe(1)
  const board = { method: 'GET', path: '/api/leaderboard/leaderboard', token: user.token }
  expect((await product.ask(board)).text).toContain(user._id)
})

const guarded = allEndpoints.filter(
  ({ access: may, acceptsOneTimeToken: takesTicket }) =>
    !takesTicket && may !== 'everyone' && may !== 'visitors',
)

test('a ticket is a token for one call, and for no other', async () => {
  provider.answerWith(gitHubUser(2, 'bob@people.example'))
  const { cookie, ticket } = await arrives()
  expect(guarded.length).toBeGreaterThan(20)
  for (const { method, path } of guarded) {
    const asked = { method, path: path.replaceAll(/:\w+/g, 'x'), token: ticket, headers: { cookie } }
    const { status, json } = await product.ask(asked)
    expect([method, path, status]).toEqual([method, path, 401])
    expect(json).toMatchObject({ code: 'not-signed-in' })
  }
  const me = { method: 'GET', path: '/auth/me', token: ticket, headers: { cookie } }
  expect((await product.ask(me)).status).toBe(200)
  expect((await product.ask(me)).status).toBe(401)
})

test('whoever deleted the account begins anew, as somebody else', async () => {
  provider.answerWith(gitHubUser(3, 'cleo@people.example'))
  const first = await enters()
  const { token } = first.user
  const gone = await product.ask({ method: 'DELETE', path: '/api/auth/account', token, body: {} })
  expect(gone.status).toBe(200)
  await expect
    .poll(async () => {
      const { to } = await arrives()
      return to.pathname
    })
    .toBe('/auth/success')
  const second = await enters()
  expect(second.user._id).not.toBe(first.user._id)
})
