import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestProduct, type TestProduct } from './testing/product.ts'
import { freeze, rate, submitProject } from './testing/scenario.ts'

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
})
afterAll(() => product.close())

const get = (path: string, headers: Record<string, string> = {}) =>
  product.ask({ method: 'GET', path: `/api/cards/${path}`, headers })

test('nobody sees the card of a rejected project, of an unranked user, or of what does not exist', async () => {
  const [owner, admin] = [await product.participant(), await product.admin()]
  const id = await submitProject(product, owner)
  await product.send(admin, `PUT /api/projects/${id}`, { status: 'rejected' })
  const none = ['projects/none', `users/${admin.id}`, 'users/none', `certificates/${'A'.repeat(38)}`]
  for (const path of [`projects/${id}`, ...none])
    expect([path, (await get(path)).status]).toEqual([path, 404])
  expect((await get(`users/${owner.id}`)).status).toBe(200)
})

test('other sites keep a card until it changes, and it says that the leaderboard is frozen, and nothing given later', async () => {
  const [owner, admin] = [await product.participant(), await product.admin()]
  const id = await submitProject(product, owner)
  const path = `projects/${id}`
  const first = await get(path)
  expect([first.status, first.headers]).toMatchObject([
    200,
    {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
    },
  ])
  expect((await get(path, { 'if-none-match': first.headers.etag ?? '' })).status).toBe(304)
  const changedFrom = async (before: string | undefined) =>
    vi.waitFor(
      async () => {
        // Nobody is answered for a moment when a freeze begins on a busy machine.
        const { etag } = (await get(path)).headers
        expect([undefined, before]).not.toContain(etag)
        return etag
      },
      { timeout: 20_000, interval: 100 },
    )
  await rate(product, admin, id, 5)
  const rated = await changedFrom(first.headers.etag)
  await freeze(product, admin)
  const frozen = await changedFrom(rated)
  await rate(product, admin, id, 1)
  expect((await get(path)).headers.etag).toBe(frozen)
  await product.send(admin, 'POST /api/admin/challenge/reveal', {})
  await changedFrom(frozen)
})
