import { connectRedis } from '@thirty/infra/testing/read-models/connect-redis.ts'
import type { BuildKey } from '@thirty/infra/read-models/read-models.ts'
import { redisKeyPrefix } from '@thirty/infra/redis-key-prefix.ts'
import { startRedisServer, type RedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import { plantInStore } from '@thirty/projections/testing/plant-in-store.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startTestProduct, type Person, type TestProduct } from './testing/product.ts'
import { openDiscussion, postComment, submitProject } from './testing/scenario.ts'

// The tests start a whole product.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 30_000 })

/** A product in which people have done many kinds of things, one of whom has deleted the account. */
async function startUsedProduct(settings: Record<string, string> = {}) {
  const product = await startTestProduct({ SELF_CHECK_HOURS: '0', ...settings })
  onTestFinished(product.close)
  const admin = await product.admin()
  const [ada, ben, cleo] = [
    await product.participant(),
    await product.participant(),
    await product.participant(),
  ]
  const project = await submitProject(product, ada)
  const second = await submitProject(product, cleo, 2)
  await postComment(product, ben, project)
  await postComment(product, ben, project)
  await openDiscussion(product, cleo)
  const send = async (by: Person, method: string, path: string, body?: unknown) => {
    const { status, text } = await product.ask({ method, path, body, token: by.token })
    expect([status < 300, text]).toEqual([true, text])
  }
  const criteria = { functionality: 5, design: 4, innovation: 3, codeQuality: 4, completeness: 4 }
  await send(admin, 'POST', '/api/ratings/submit', { projectId: project, criteria })
  await send(admin, 'PUT', `/api/projects/${project}`, { status: 'approved' })
  await send(ben, 'PUT', `/api/projects/${second}/like`)
  await send(ben, 'PUT', '/api/auth/profile', { bio: 'Makes clocks.' })
  // The log keeps only the last of these marks, and nothing of a deleted account.
  for (let times = 0; times < 3; times += 1)
    await send(ada, 'POST', '/api/notifications/read', { upTo: String(await product.core.log.head()) })
  await send(cleo, 'DELETE', '/api/auth/account', { password: 'Correct-horse-7' })
  const count = product.core.models.shownProjections().length
  const checks = async () => (await product.core.selfCheck?.check())?.length
  await expect.poll(checks, { timeout: 30_000 }).toBe(count)
  return { product, ada }
}

const check = async (product: TestProduct) => {
  const checked = (await product.core.selfCheck?.check()) ?? []
  return checked.filter(({ count }) => count > 0)
}

const liveBuild = async (product: TestProduct, name: string): Promise<BuildKey> => {
  const projection = product.core.models
    .shownProjections()
    .find((each) => each.projection.name.startsWith(name))
  const live = projection && (await product.core.store.liveBuild(projection.projection))
  if (!live) throw new Error(`${name} has no live build.`)
  return live.build
}

const metric = async (product: TestProduct, name: string): Promise<string> => {
  const { text } = await product.ask({ method: 'GET', path: '/metrics' })
  return text
    .split('\n')
    .filter((line) => line.startsWith(name))
    .join('\n')
}

describe('in memory', () => {
  test('the read models of the product are as the log says', async () => {
    const { product } = await startUsedProduct()
    expect(await check(product)).toEqual([])
    expect(await metric(product, 'thirty_read_model_checked_seconds')).toContain('view="people"')
  })

  test.each([
    ['a wrong document', 'different', { of: 'document', is: 'different' }],
    ['a missing document', 'missing', { of: 'document', is: 'missing' }],
    ['an extra document', 'extra', { of: 'document', is: 'extra' }],
    ['a wrong index entry', 'entry', { of: 'entry', index: 'points', is: 'different' }],
  ])('%s is reported, healed and counted', async (_name, kind, difference) => {
    const { product, ada } = await startUsedProduct()
    const { store } = product.core
    const board = await liveBuild(product, 'leaderboard')
    const before = await product.ask({ method: 'GET', path: '/api/leaderboard/leaderboard' })
    const [participant] = await store.load(board, [ada.id])
    const indexEntries = { points: { score: 777, tiebreaker: '' } }
    const wrong = {
      ...participant,
      name: 'Mallory',
      score: { totalPoints: 777, projects: 1, quality: 0, streak: 1 },
    }
    await plantInStore(store, board, {
      ...(kind === 'different' && { upserts: [{ id: ada.id, document: wrong, indexEntries }] }),
      ...(kind === 'missing' && { deletes: [ada.id] }),
      ...(kind === 'extra' && { upserts: [{ id: 'nobody', document: wrong, indexEntries }] }),
      ...(kind === 'entry' && { upserts: [{ id: ada.id, document: participant ?? {}, indexEntries }] }),
    })
    const [found] = await check(product)
    expect(found).toMatchObject({ readModel: { name: board.name }, isHealed: true })
    expect(found?.differences).toContainEqual(expect.objectContaining(difference))
    expect(await metric(product, 'thirty_read_model_drift_total')).toContain(
      `view="${board.name}"} ${found?.count}`,
    )
    expect(await metric(product, 'thirty_read_model_healed_total')).toContain(`healed="yes"} 1`)
    const after = await product.ask({ method: 'GET', path: '/api/leaderboard/leaderboard' })
    expect(rowsOf(after)).toEqual(rowsOf(before))
    expect(await check(product)).toEqual([])
  })
})

const rowsOf = ({ json }: { json: unknown }): unknown => (json as { data: unknown }).data

describe('in Redis', () => {
  let server: RedisServer
  let redis: ReturnType<typeof connectRedis>
  beforeAll(async () => {
    server = await startRedisServer()
    redis = connectRedis(server.url)
  })
  afterAll(async () => {
    redis.disconnect()
    await server.close()
  })

  const start = async () => {
    await server.flush()
    return startUsedProduct({ REDIS_URL: server.url })
  }
  const keyOf = ({ name, version, build }: BuildKey, part: string) =>
    `${redisKeyPrefix}build:${name}:${version}:${build}:${part}`

  test('the read models of the product are as the log says', async () => {
    const { product } = await start()
    expect(await check(product)).toEqual([])
  })

  test.each([
    [
      'a wrong document',
      { of: 'document', is: 'different' },
      (key: (part: string) => string, id: string) => redis.hset(key('documents'), id, '{"name":"Mallory"}'),
    ],
    [
      'a missing document',
      { of: 'document', is: 'missing' },
      (key: (part: string) => string, id: string) => redis.hdel(key('documents'), id),
    ],
    [
      'an extra document',
      { of: 'document', is: 'extra' },
      (key: (part: string) => string) => redis.hset(key('documents'), 'nobody', '{"name":"Mallory"}'),
    ],
    [
      'a wrong index entry',
      { of: 'entry', is: 'different' },
      async (key: (part: string) => string, id: string) => {
        const members = await redis.zrange(key('index:points'), '0', '-1')
        const member = members.find((each) => each.endsWith(id)) ?? ''
        await redis.zadd(key('index:points'), 777, member)
      },
    ],
    [
      'a missing index entry',
      { of: 'entry', is: 'missing' },
      async (key: (part: string) => string, id: string) => {
        const members = await redis.zrange(key('index:points'), '0', '-1')
        await redis.zrem(key('index:points'), members.find((each) => each.endsWith(id)) ?? '')
      },
    ],
    [
      'an extra index entry',
      { of: 'entry', is: 'extra' },
      (key: (part: string) => string) => redis.zadd(key('index:points'), 999, 'x\0nobody'),
    ],
    [
      'a wrong sum',
      { of: 'figure', is: 'sum' },
      (key: (part: string) => string) => redis.hset(key('sums'), 'points', '5000 0'),
    ],
  ])('%s is reported, healed and counted', async (_name, difference, plant) => {
    const { product, ada } = await start()
    const board = await liveBuild(product, 'leaderboard')
    await plant((part) => keyOf(board, part), ada.id)
    const [found] = await check(product)
    expect(found).toMatchObject({ readModel: { name: board.name }, isHealed: true })
    expect(found?.differences).toContainEqual(expect.objectContaining(difference))
    expect(await metric(product, 'thirty_read_model_drift_total')).toContain(
      `view="${board.name}"} ${found?.count}`,
    )
    expect(await check(product)).toEqual([])
    expect((await liveBuild(product, 'leaderboard')).build).not.toBe(board.build)
  })
})
