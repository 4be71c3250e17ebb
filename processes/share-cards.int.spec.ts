import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestProduct, type TestProduct } from './testing/product.ts'
import { freeze, submitProject } from './testing/scenario.ts'

// The tests start a whole product with embedded stores.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let product: TestProduct
beforeAll(async () => {
  product = await startTestProduct()
})
afterAll(() => product.close())

const patience = { timeout: 20_000, interval: 100 }

const get = (path: string, headers: Record<string, string> = {}) =>
  product.ask({ method: 'GET', path, headers })

test('other sites keep the card of a project until it changes', async () => {
  const [owner, admin] = [await product.participant(), await product.admin()]
  const id = await submitProject(product, owner)
  const path = `/api/cards/projects/${id}`
  const first = await get(path)
  expect([first.status, first.headers['content-type']]).toEqual([200, 'image/png'])
  expect(first.headers['cache-control']).toBe('public, max-age=300')
  expect(first.headers['cross-origin-resource-policy']).toBe('cross-origin')
  expect((await get('/api/health')).headers['cross-origin-resource-policy']).toBe('same-origin')
  const etag = first.headers.etag ?? ''
  expect((await get(path, { 'if-none-match': etag })).status).toBe(304)
  const rating = { functionality: 5, design: 4, innovation: 3, codeQuality: 4, completeness: 4 }
  await product.ask({
    method: 'POST',
    path: '/api/ratings/submit',
    body: { projectId: id, criteria: rating },
    token: admin.token,
  })
  const changed = await get(path, { 'if-none-match': etag })
  expect(changed.status).toBe(200)
  expect(changed.headers.etag).not.toBe(etag)
})

test('nobody sees the card of a rejected project, of an unranked user, or of what does not exist', async () => {
  const [owner, admin] = [await product.participant(), await product.admin()]
  const id = await submitProject(product, owner)
  const review = {
    method: 'PUT',
    path: `/api/projects/${id}`,
    body: { status: 'rejected' },
    token: admin.token,
  }
  await product.ask(review)
  const paths = [
    `projects/${id}`,
    'projects/none',
    `users/${admin.id}`,
    'users/none',
    `certificates/${'A'.repeat(38)}`,
  ]
  for (const path of paths) expect([path, (await get(`/api/cards/${path}`)).status]).toEqual([path, 404])
  expect((await get(`/api/cards/users/${owner.id}`)).status).toBe(200)
})

test('cards say that the leaderboard is frozen, and nothing that is given later changes them', async () => {
  const [owner, admin] = [await product.participant(), await product.admin()]
  const projectId = await submitProject(product, owner)
  const paths = [`/api/cards/projects/${projectId}`, `/api/cards/users/${owner.id}`]
  const tags = () => Promise.all(paths.map(async (path) => (await get(path)).headers.etag))
  const before = await tags()
  await freeze(product, admin)
  // No figure has changed: the mark has. Nobody is answered for a moment when a freeze begins on a busy machine.
  const frozen = await vi.waitFor(async () => {
    const now = await tags()
    expect(now.filter((tag, index) => tag === undefined || tag === before[index])).toEqual([])
    return now
  }, patience)
  const criteria = { functionality: 1, design: 1, innovation: 1, codeQuality: 1, completeness: 1 }
  const body = { projectId, criteria }
  await product.ask({ method: 'POST', path: '/api/ratings/submit', body, token: admin.token })
  expect(await tags()).toEqual(frozen)
  await product.ask({ method: 'POST', path: '/api/admin/challenge/reveal', body: {}, token: admin.token })
  await vi.waitFor(async () => expect((await tags())[0]).not.toBe(frozen[0]), patience)
})
