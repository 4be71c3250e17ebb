import { expect, test, vi } from 'vitest'
import { board, builtBoard, idsOf, person, commitStep } from '@thirty/infra/testing/read-models/port/board.ts'
import { redisKeyPrefix } from '../../redis/connection.ts'
import { redisReadModelStore } from '../redis.ts'
import {
  readBoard,
  runProjectionTo,
  expectedBoardAt,
} from '@thirty/infra/testing/read-models/board-projection.ts'
import {
  connectionsTo,
  connectRedis,
  proxyOf,
  redisOfTest,
} from '@thirty/infra/testing/read-models/redis-of-specs.ts'

/** A person that is in every kind of key. */
const ada = { ...person('a', 1), texts: ['ada'], words: ['ada'] }

async function storeWith() {
  const redis = await redisOfTest()
  return { redis, store: redisReadModelStore(await connectionsTo(redis.url)) }
}

test('refuses a server that evicts data when its memory is full', async () => {
  const redis = await redisOfTest({ maxmemory: '100mb', 'maxmemory-policy': 'allkeys-lru' })
  await expect(connectionsTo(redis.url)).rejects.toThrow('maxmemory-policy to noeviction')
})

test('reports an unreachable server without its password', async () => {
  const redis = await redisOfTest()
  const url = `redis://someone:secret@127.0.0.1:${redis.port}`
  await redis.kill()
  const opening = connectionsTo(url, { timeoutMs: 200 })
  await expect(opening).rejects.toThrow(`Redis at 127.0.0.1:${redis.port} does not answer.`)
  await expect(opening).rejects.toMatchObject({ name: 'StoreUnavailable', cause: { code: 'ECONNREFUSED' } })
})

test('a server that fails right after both clients have connected counts as unreachable', async () => {
  const redis = await redisOfTest()
  let requestsForInfo = 0
  const proxy = await proxyOf(redis, (request) => {
    // Each client asks for INFO when it connects. The third request checks the server.
    if (/\r\ninfo\r\n/i.test(request) && ++requestsForInfo > 2) proxy.loseNextReply()
  })
  const opening = connectionsTo(proxy.url)
  await expect(opening).rejects.toMatchObject({ name: 'StoreUnavailable', cause: expect.any(Error) })
  expect(proxy.lostReplies()).toBe(1)
})

test('distinguishes a wrong password from an unreachable server', async () => {
  const redis = await redisOfTest({ requirepass: 'right' })
  const opening = connectionsTo(redis.url.replace('//', '//:wrong@'), { timeoutMs: 500 })
  await expect(opening).rejects.toMatchObject({ cause: { message: expect.stringContaining('WRONGPASS') } })
})

test('a server with full memory refuses a whole step, and applies it when there is space', async () => {
  const { redis, store } = await storeWith()
  const build = await builtBoard(store, [person('a', 1)])
  await redis.send('CONFIG', 'SET', 'maxmemory', '1')
  const upserts = [person('a', 2), person('b', 3)]
  const commit = () => commitStep(store, build, 2n, { from: 1n, upserts })
  await expect(commit()).rejects.toMatchObject({ name: 'StoreUnavailable' })
  expect(await idsOf(store)).toEqual(['a'])
  expect(await store.checkpoint(board)).toBe(1n)
  await redis.send('CONFIG', 'SET', 'maxmemory', '0')
  await commit()
  expect(await idsOf(store)).toEqual(['a', 'b'])
})

test('deletes abandoned builds with all their keys', async () => {
  const redis = await redisOfTest()
  const client = connectRedis(redis.url)
  const store = redisReadModelStore(await connectionsTo(redis.url), { abandonedAfterMs: 0 })
  await builtBoard(store, [person('a', 1)])
  const next = { name: 'board', version: 2 }
  const newer = await store.beginBuild(next)
  await commitStep(store, newer, 1n, { upserts: [person('a', 1)] })
  await store.activate(newer)
  const other = await store.beginBuild({ name: 'other', version: 1 })
  await commitStep(store, other, 1n, { upserts: [ada] })
  const keys = async () => (await client.keys('*')).sort()
  const otherKeys = (await keys()).filter((key) => key.includes('other'))
  expect(otherKeys).toHaveLength(7)
  await expect.poll(() => store.acquireLease(next, 'ada', 1).then(keys)).not.toContain(otherKeys[0])
  expect((await keys()).filter((key) => key.includes('other:1') || key.includes('board:1'))).toEqual([])
  expect(await store.liveBuild(board)).toBeUndefined()
  expect(await store.liveBuild(next)).toMatchObject({ build: newer, checkpoint: 1n })
})

test('leaves no keys of a dropped read model', async () => {
  const { redis, store } = await storeWith()
  await runProjectionTo(store, 20n)
  const build = await store.beginBuild(board)
  await commitStep(store, build, 1n, { upserts: [ada] })
  await store.drop(board)
  await redis.send('DEL', '{thirty}:sio', '{thirty}:epoch')
  expect(await redis.send('DBSIZE')).toBe(':0')
})

test.for([['FLUSHALL'], ['DEL', '{thirty}:epoch']])(
  'begins another epoch with the build after %s',
  async (command) => {
    const { redis, store } = await storeWith()
    const epoch = () => builtBoard(store).then(async () => (await store.liveBuild(board))?.epoch)
    const before = await epoch()
    await redis.send(...command)
    const after = await epoch()
    expect([typeof after, after === before]).toEqual(['string', false])
  },
)

test('uses one slot of a cluster', async () => {
  const redis = await redisOfTest({ 'cluster-enabled': 'yes', 'cluster-announce-ip': '127.0.0.1' })
  await redis.send('CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
  await expect.poll(() => redis.send('SET', '{thirty}:x', '1'), { timeout: 10_000 }).toBe('+OK')
  await redis.flush()
  const store = redisReadModelStore(await connectionsTo(redis.url))
  const lease = await vi.waitUntil(() => store.acquireLease(board, 'ada', 60_000))
  await runProjectionTo(store, 20n, { lease })
  expect(await readBoard(store)).toEqual(expectedBoardAt(20n))
  expect(await store.rank(board, 'points', 'p9')).toBe(8)
  expect(await store.countBetween(board, 'points', 1.5, 2)).toBe(6)
  const build = await store.beginBuild(board, lease)
  await commitStep(store, build, 1n, { lease, upserts: [ada] })
  await store.activate(build, lease)
  expect(await store.search(board, 'points', { prefixes: [['a']], limit: 1 })).toEqual(['a'])
  await store.drop(board)
  await store.releaseLease(lease)
})

test('a build as the former release wrote it is read, and it can read ours', async () => {
  const { redis, store } = await storeWith()
  const formerSeen = '["9",[["7","e7","project-a",2]]]'
  const events = [{ position: 7n, id: 'e7', stream: 'project-a', revision: 2 }]
  const ourSeen = { upTo: 9n, events, changedAt: 7n }
  const { build } = await builtBoard(store)
  const client = connectRedis(redis.url)
  const state = `${redisKeyPrefix}build:board:1:${build}:state`
  await client.hset(state, { seen: formerSeen, changed: '00000000000000000007' })
  expect(await store.liveBuild(board)).toMatchObject({ seen: ourSeen })

  await commitStep(store, { ...board, build }, 9n, { from: 1n, seen: { ...ourSeen, changedAt: 8n } })
  expect(await client.hgetall(state)).toMatchObject({ seen: formerSeen, changed: '00000000000000000008' })
})
