import { Cluster, Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { board, builtBoard, idsOf, person, commitStep } from '@thirty/infra/testing/read-models/port/board.ts'
import { openRedisReadModelStore, redisReadModelStore } from '../redis.ts'
import type { ReadModelStore } from '../read-models.ts'
import {
  readBoard,
  runProjectionTo,
  expectedBoardAt,
} from '@thirty/infra/testing/read-models/board-projection.ts'
import { startRedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'

async function redisWith(settings: Record<string, string> = {}) {
  const redis = await startRedisServer(settings)
  onTestFinished(() => redis.close())
  return redis
}

function closing(store: ReadModelStore): ReadModelStore {
  onTestFinished(() => store.close())
  return store
}

test('a server that would throw things away when it is full is refused', async () => {
  const redis = await redisWith({ maxmemory: '100mb', 'maxmemory-policy': 'allkeys-lru' })
  await expect(openRedisReadModelStore({ url: redis.url })).rejects.toThrow('maxmemory-policy to noeviction')
})

test('a server that does not answer is named without its password', async () => {
  const redis = await redisWith()
  const url = `redis://someone:secret@127.0.0.1:${redis.port}`
  await redis.kill()
  const opening = openRedisReadModelStore({ url, timeoutMs: 200 })
  await expect(opening).rejects.toThrow(`Redis at 127.0.0.1:${redis.port} does not answer.`)
  await expect(opening).rejects.toMatchObject({ name: 'StoreUnavailable', cause: { code: 'ECONNREFUSED' } })
})

test('a wrong password is told apart from silence', async () => {
  const redis = await redisWith({ requirepass: 'right' })
  const opening = openRedisReadModelStore({ url: redis.url.replace('//', '//:wrong@'), timeoutMs: 500 })
  await expect(opening).rejects.toMatchObject({ cause: { message: expect.stringContaining('WRONGPASS') } })
})

test('a server that is full refuses a step as a whole, and takes it when there is room', async () => {
  const redis = await redisWith()
  const store = closing(await openRedisReadModelStore({ url: redis.url }))
  const build = await builtBoard(store, [person('a', 1)])
  await redis.send('CONFIG', 'SET', 'maxmemory', '1')
  const puts = [person('a', 2), person('b', 3)]
  await expect(commitStep(store, build, 2n, { from: 1n, upserts: puts })).rejects.toMatchObject({
    name: 'StoreUnavailable',
  })
  expect(await idsOf(store)).toEqual(['a'])
  expect(await store.checkpoint(board)).toBe(1n)
  await redis.send('CONFIG', 'SET', 'maxmemory', '0')
  await commitStep(store, build, 2n, { from: 1n, upserts: puts })
  expect(await idsOf(store)).toEqual(['a', 'b'])
})

test('builds that nobody feeds any more are forgotten, with everything they held', async () => {
  const redis = await redisWith()
  const options = { maxRetriesPerRequest: null, enableOfflineQueue: true }
  const [requests, worker] = [new Redis(redis.url, options), new Redis(redis.url, options)]
  const store = closing(redisReadModelStore({ requests, worker, abandonedAfterMs: 0 }))
  await builtBoard(store, [person('a', 1)])
  const next = { name: 'board', version: 2 }
  const newer = await store.beginBuild(next)
  await commitStep(store, newer, 1n, { upserts: [person('a', 1)] })
  await store.activate(newer)
  const other = await store.beginBuild({ name: 'other', version: 1 })
  await commitStep(store, other, 1n, { upserts: [person('a', 1)] })
  const keys = async () => (await worker.keys('*')).sort()
  const ofOther = (await keys()).filter((key) => key.includes('other'))
  expect(ofOther).toHaveLength(5)
  await expect.poll(() => store.acquireLease(next, 'ada', 1).then(keys)).not.toContain(ofOther[0])
  expect((await keys()).filter((key) => key.includes('other:1') || key.includes('board:1'))).toEqual([])
  expect(await store.liveBuild(board)).toBeUndefined()
  expect(await store.liveBuild(next)).toEqual({ build: newer, checkpoint: 1n })
})

test('a large build that is replaced is freed beside the work of the server, not in between', async () => {
  const redis = await redisWith()
  const store = closing(await openRedisReadModelStore({ url: redis.url }))
  await builtBoard(
    store,
    Array.from({ length: 10_000 }, (_, at) => person(`p${at}`, at)),
  )
  await builtBoard(store, [person('a', 1)])
  const client = new Redis(redis.url)
  onTestFinished(() => client.disconnect())
  // Documents, places and the index; the others are too small to be handed on.
  await expect.poll(() => client.info('memory')).toContain('lazyfreed_objects:3')
})

test('nothing is left in the server of a view that was dropped', async () => {
  const redis = await redisWith()
  const store = closing(await openRedisReadModelStore({ url: redis.url }))
  await runProjectionTo(store, 20n)
  await store.beginBuild(board)
  await store.drop(board)
  await redis.send('DEL', '{thirty}:sio')
  expect(await redis.send('DBSIZE')).toBe(':0')
})

test('in a cluster nothing crosses slots, for a plain client as for one that knows clusters', async () => {
  const redis = await redisWith({ 'cluster-enabled': 'yes', 'cluster-announce-ip': '127.0.0.1' })
  await redis.send('CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
  await expect.poll(() => redis.send('SET', '{thirty}:x', '1'), { timeout: 10_000 }).toBe('+OK')
  await redis.flush()
  const plain = closing(await openRedisReadModelStore({ url: redis.url }))
  const nodes = [{ host: '127.0.0.1', port: redis.port }]
  const clustered = closing(redisReadModelStore({ requests: new Cluster(nodes), worker: new Cluster(nodes) }))
  for (const store of [plain, clustered]) {
    const lease = await store.acquireLease(board, 'ada', 60_000)
    if (!lease) throw new Error('Nobody leads.')
    await runProjectionTo(store, 20n, { lease })
    expect(await readBoard(store)).toEqual(expectedBoardAt(20n))
    expect(await store.rank(board, 'points', 'p9')).toBe(8)
    expect(await store.countBetween(board, 'points', 1.5, 2)).toBe(6)
    const build = await store.beginBuild(board, lease)
    await commitStep(store, build, 1n, { lease, upserts: [person('a', 1)], messages: [] })
    await store.activate(build, lease)
    expect(await idsOf(store)).toEqual(['a'])
    await store.drop(board)
    await store.releaseLease(lease)
  }
})
