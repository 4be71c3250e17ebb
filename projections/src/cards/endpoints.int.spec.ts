import { untranslated } from '@thirty/contracts/endpoints/refusals.ts'
import { authentication } from '@thirty/infra/http/authentication/authentication.ts'
import { sessionTokens } from '@thirty/infra/http/authentication/caller-tokens.ts'
import { rateLimits } from '@thirty/infra/http/rate-limits/rate-limits.ts'
import { endpointsApp, pass } from '@thirty/infra/testing/http/endpoints-app.ts'
import { serverOfTest } from '@thirty/infra/testing/http/test-server.ts'
import { expect, test, vi } from 'vitest'
import { type CardImage, cardHandlers } from './card-images.ts'

const png = Buffer.from('png')

/** Starts the endpoints of cards, all of which are this one. */
async function setUp(draw: CardImage['draw']) {
  const find = async () => ({ version: 'v1', draw })
  const tokens = sessionTokens({ secret: 's'.repeat(32), issuer: 'http://thirty.test', clock: Date.now })
  const guards = {
    authentication: authentication({ tokens, findSession: () => undefined }),
    requireConfirmation: pass,
    limits: rateLimits({ isEnabled: true }),
  }
  const handlers = cardHandlers({ project: find, participant: find, certificate: find })
  const server = await serverOfTest(endpointsApp(guards, handlers))
  return {
    get: (headers: Record<string, string> = {}, method = 'GET') =>
      server.request('/api/cards/projects/p', { method, headers }),
    certificate: () => server.request('/api/cards/certificates/c'),
  }
}

const cacheable = {
  'cache-control': 'public, max-age=300',
  etag: '"v1"',
  'cross-origin-resource-policy': 'cross-origin',
}
const image = { status: 200, headers: { ...cacheable, 'content-type': 'image/png' } }

test('a card is sent for other sites to keep and to embed, and not kept if its image could not be loaded', async () => {
  let isComplete = true
  const { get } = await setUp(async () => ({ png, isComplete }))
  expect(await get()).toMatchObject({ ...image, text: 'png' })
  isComplete = false
  const { status, headers } = await get()
  expect([status, headers['cache-control'], headers.etag]).toEqual([200, 'no-store', undefined])
})

test('a card that the caller has, and a request for headers alone, draw nothing', async () => {
  const draw = vi.fn<CardImage['draw']>()
  const { get } = await setUp(draw)
  expect(await get({ 'if-none-match': '"v1"' })).toMatchObject({ status: 304, headers: cacheable })
  expect(await get({}, 'HEAD')).toMatchObject(image)
  expect(draw).not.toHaveBeenCalled()
})

test.each([
  [503, untranslated('busy', 'Busy')],
  [500, new Error('broken')],
])('an error (%i) is not kept as a card', async (status, error) => {
  const { get } = await setUp(async () => Promise.reject(error))
  const response = await get()
  expect(response.status).toBe(status)
  expect(response.headers['cache-control'] ?? '').not.toContain('public')
  expect(response.headers.etag).not.toBe('"v1"')
})

test('the card of a certificate counts as a request for the certificate', async () => {
  const { get, certificate } = await setUp(async () => ({ png, isComplete: true }))
  for (let count = 0; count < 60; count += 1) expect((await certificate()).status).toBe(200)
  expect([(await certificate()).status, (await get()).status]).toEqual([429, 200])
})
