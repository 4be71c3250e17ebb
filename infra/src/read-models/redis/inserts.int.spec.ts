import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { board, builtBoard, commitStep, idsOf, person } from '@thirty/infra/testing/read-models/port/board.ts'
import { startLossyProxy } from '@thirty/infra/testing/read-models/lossy-proxy.ts'
import { redisContents } from '@thirty/infra/testing/read-models/redis-contents.ts'
import { startRedisServer, type RedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'
import { beginning } from '../../event-log/event-log.ts'
import {
  CheckpointMismatch,
  Fenced,
  ReadModelNotBuilt,
  type Lease,
  type ReadModelStore,
  type Upsert,
} from '../read-models.ts'
import { openRedisReadModelStore, redisReadModelStore } from '../redis.ts'
import { openRedis } from './clients.ts'
import { scriptText } from './scripts.ts'

async function startRedis(): Promise<RedisServer> {
  const redis = await startRedisServer()
  onTestFinished(() => redis.close())
  return redis
}

async function openStore({ url }: { url: string }): Promise<ReadModelStore> {
  const store = await openRedisReadModelStore({ url })
  onTestFinished(() => store.close())
  return store
}

async function lease(store: ReadModelStore, forMs = 60_000): Promise<Lease> {
  const acquired = await store.acquireLease(board, 'ada', forMs)
  if (!acquired) throw new Error('Somebody else holds the lease.')
  return acquired
}

/** What Redis has of the only build, by the part of the key after its name. Keys of refused inserts expire by themselves. */
async function buildIn({ url }: RedisServer): Promise<Record<string, unknown>> {
  const contents = [...(await redisContents(url))].flatMap(([key, content]) => {
    const [, part] = /^\{thirty\}:build:board:1:[^:]+:(.*)$/.exec(key) ?? []
    return part === undefined || part === 'refused' ? [] : [[part, JSON.parse(content) as unknown] as const]
  })
  return Object.fromEntries(contents)
}

const people: readonly Upsert[] = Array.from({ length: 40 }, (_, index) => ({
  ...person(`p${index}`, index % 7),
  indexEntries: {
    points: { score: index % 7, tiebreaker: `t${index % 3}` },
    ...(index % 2 === 0 && { rated: { score: index / 8 - 2 } }),
  },
}))

test('an insert leaves the same in Redis as the script', async () => {
  const contents: Record<string, unknown>[] = []
  for (const withInserts of [true, false]) {
    const redis = await startRedis()
    const { inserts, ...clients } = await openRedis({ url: redis.url })
    const store = redisReadModelStore({ ...clients, ...(withInserts && inserts && { inserts }) })
    onTestFinished(() => store.close())
    onTestFinished(() => inserts?.disconnect())
    const build = await store.beginBuild(board)
    const seen = { upTo: 2n, events: [] }
    await commitStep(store, build, 1n, { stepId: '1', upserts: people.slice(0, 30), areNew: true })
    await commitStep(store, build, 2n, {
      stepId: '2',
      from: 1n,
      seen,
      upserts: people.slice(30),
      areNew: true,
    })
    const { state, ...rest } = await buildIn(redis)
    // Every Redis has another epoch.
    contents.push({ ...rest, state: { ...(state as object), epoch: '' } })
    const executed = String(await clients.requests.call('INFO', 'commandstats')).includes('cmdstat_exec')
    expect(executed).toBe(withInserts)
  }
  const [inserted, byScript] = contents
  expect(Object.keys(inserted ?? {}).sort()).toEqual([
    'documents',
    'index:points',
    'index:rated',
    'places',
    'state',
    'sums',
  ])
  expect(inserted).toEqual(byScript)
})

test('an insert whose reply was lost is applied once when it is repeated', async () => {
  const redis = await startRedis()
  const proxy = await startLossyProxy(redis.port)
  onTestFinished(() => proxy.close())
  const store = await openStore(proxy)
  const build = await store.beginBuild(board)
  await commitStep(store, build, 1n, { upserts: [person('ada', 3)], areNew: true })
  const second = { stepId: 'second', from: 1n, upserts: [person('bob', 4)], areNew: true }
  proxy.loseNextReply()
  await expect(commitStep(store, build, 2n, second)).rejects.toMatchObject({ name: 'StoreUnavailable' })
  expect(proxy.lostReplies()).toBe(1)
  await expect.poll(() => commitStep(store, build, 2n, second).then(() => 'stored', String)).toBe('stored')
  await commitStep(store, build, 2n, second)
  await store.activate(build)
  expect(await idsOf(store)).toEqual(['ada', 'bob'])
  expect(await store.sum(board, 'points')).toBe(7)
})

test.for<[name: string, Error: new (...args: never) => Error]>([
  ['without a lease, while somebody holds one', Fenced],
  ['with a lease that was lost', Fenced],
  ['at another checkpoint', CheckpointMismatch],
  ['into a dropped build', ReadModelNotBuilt],
])('an insert %s is refused and writes nothing', async ([name, expected]) => {
  const redis = await startRedis()
  const store = await openStore(redis)
  const lost = await lease(store, 1)
  const build = await store.beginBuild(board, lost)
  await expect.poll(() => store.acquireLease(board, 'bob', 60_000)).toBeDefined()
  const held = await store.acquireLease(board, 'bob', 60_000)
  if (name === 'into a dropped build') await store.drop(build)
  const before = await buildIn(redis)
  const insert = commitStep(store, build, 1n, {
    upserts: people,
    areNew: true,
    ...(name === 'with a lease that was lost' && { lease: lost }),
    ...(name !== 'without a lease, while somebody holds one' &&
      name !== 'with a lease that was lost' &&
      held && { lease: held }),
    ...(name === 'at another checkpoint' && { from: 5n }),
  })
  await expect(insert).rejects.toThrow(expected)
  expect(await buildIn(redis)).toEqual(before)
})

test('inserts succeed while their lease is renewed all the time', async () => {
  const redis = await startRedis()
  const [store, other] = [await openStore(redis), await openStore(redis)]
  const held = await lease(store)
  const build = await store.beginBuild(board, held)
  const isDone = new AbortController()
  const renew = async () => {
    while (!isDone.signal.aborted) await lease(other)
  }
  const renewing = Promise.all([renew(), renew(), renew(), renew()])
  for (let step = 1; step <= 30; step++) {
    const upserts = Array.from({ length: 300 }, (_, index) => person(`p${step}-${index}`, 1))
    const from = step === 1 ? beginning : BigInt(step - 1)
    await commitStep(store, build, BigInt(step), { lease: held, from, upserts, areNew: true })
  }
  isDone.abort()
  await renewing
  await store.activate(build, held)
  expect([await store.count(board, 'points'), await store.sum(board, 'points')]).toEqual([9_000, 9_000])
})

test('a full server refuses an insert, and nothing has changed', async () => {
  const redis = await startRedis()
  const store = await openStore(redis)
  const build = await store.beginBuild(board)
  await commitStep(store, build, 1n, { upserts: people.slice(0, 3), areNew: true })
  const before = await buildIn(redis)
  await redis.send('CONFIG', 'SET', 'maxmemory', '1')
  const next = { from: 1n, upserts: people.slice(3), areNew: true }
  await expect(commitStep(store, build, 2n, next)).rejects.toMatchObject({ name: 'StoreUnavailable' })
  await redis.send('CONFIG', 'SET', 'maxmemory', '0')
  expect(await buildIn(redis)).toEqual(before)
  await commitStep(store, build, 2n, next)
  await store.activate(build)
  expect(await store.count(board, 'points')).toBe(people.length)
})

test('closing the store rejects inserts that wait for the server, and later ones', async () => {
  const redis = await startRedis()
  const store = await openRedisReadModelStore({ url: redis.url })
  const build = await store.beginBuild(board)
  await commitStep(store, build, 1n, { upserts: people.slice(0, 3), areNew: true })
  await redis.kill()
  const insert = () =>
    commitStep(store, build, 2n, { from: 1n, upserts: people.slice(3), areNew: true }).catch(
      ({ name }: Error) => name,
    )
  // Those of the first second reach a client that has lost its connection or looks for a new one.
  const waiting: Promise<unknown>[] = []
  for (const end = performance.now() + 1_000; performance.now() < end; await pause(50)) waiting.push(insert())
  await store.close()
  expect(new Set(await Promise.all([...waiting, insert()]))).toEqual(new Set(['StoreUnavailable']))
})

test('a build into which documents came without a check is deleted', async () => {
  const redis = await startRedis()
  const { inserts, ...clients } = await openRedis({ url: redis.url })
  const store = redisReadModelStore({ ...clients, ...(inserts && { inserts }) })
  onTestFinished(() => store.close())
  const build = await store.beginBuild(board)
  await commitStep(store, build, 1n, { upserts: people, areNew: true })
  const script = scriptText('common.lua', 'delete-builds.lua', 'end-insert.lua')
  const step = ['board:1', build.build, '', '', 'late', '5', '6', '', 'late', '1', '0']
  await clients.worker.call('zadd', `{thirty}:build:board:1:${build.build}:index:late`, '1', 'late')
  expect(await clients.worker.call('eval', script, '1', '{thirty}:builds', ...step)).toBe('unchecked')
  expect(await buildIn(redis)).toEqual({})
  const next = { from: 1n, upserts: [person('ada', 1)], areNew: true }
  await expect(commitStep(store, build, 2n, next)).rejects.toThrow(ReadModelNotBuilt)
})

test('new documents of a live build are announced as any other change', async () => {
  const store = await openStore(await startRedis())
  const build = await builtBoard(store, [person('ada', 3)])
  const moved: bigint[] = []
  onTestFinished(store.watch(({ position }) => void moved.push(position)))
  await expect
    .poll(async () => {
      const from = await store.checkpoint(board)
      await commitStep(store, build, from + 1n, { from, upserts: [person(`at${from}`, 1)], areNew: true })
      return moved.length
    })
    .toBeGreaterThan(0)
  expect((await idsOf(store)).at(-1)).toBe('ada')
})

test('documents that were stored before keep no earlier entries', async () => {
  const store = await openStore(await startRedis())
  const build = await store.beginBuild(board)
  await commitStep(store, build, 1n, { upserts: [person('ada', 3)], areNew: true })
  await commitStep(store, build, 2n, { from: 1n, upserts: [{ ...person('ada', 4), indexEntries: {} }] })
  await store.activate(build)
  expect([await idsOf(store), await store.sum(board, 'points')]).toEqual([[], 0])
})
