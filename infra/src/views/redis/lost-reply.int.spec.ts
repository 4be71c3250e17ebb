import { expect, onTestFinished, test } from 'vitest'
import { board, builtBoard, person, step } from '../port/board.ts'
import { openRedisViews } from '../redis.ts'
import type { Frame } from '../views.ts'
import { boardIn, feedTo, foldedTo } from './spec-feeder.ts'
import { followFrames } from './spec-frames.ts'
import { startProxy } from './spec-proxy.ts'
import { startRedis } from './spec-redis.ts'

async function setUp() {
  const redis = await startRedis()
  onTestFinished(() => redis.close())
  const proxy = await startProxy(redis.port)
  onTestFinished(() => proxy.close())
  const frames: Frame[] = []
  const following = followFrames(redis.url, (frame) => void frames.push(frame))
  onTestFinished(() => following.stop())
  const store = await openRedisViews({ url: proxy.url })
  onTestFinished(() => store.close())
  return { redis, proxy, frames, store }
}

test('a step whose reply was lost is sent again by itself and counts once, and so do its frames', async () => {
  const { proxy, frames, store } = await setUp()
  const { begun } = await feedTo(store, 60n, {
    onStep: (at) => at % 3n === 0n && proxy.loseNextReply(),
  })
  expect(begun).toBe(1)
  expect(proxy.lost()).toBeGreaterThan(15)
  await expect.poll(() => boardIn(store).catch(() => undefined)).toEqual(foldedTo(60n))
  await expect.poll(() => frames.length).toBe(61)
  expect(frames.map(({ payload }) => payload)).toEqual(Array.from({ length: 61 }, (_, at) => at))
})

test('frames that leave without a change leave once, though their reply was lost', async () => {
  const { proxy, frames, store } = await setUp()
  const build = await builtBoard(store)
  for (let payload = 0; payload < 5; payload++) {
    proxy.loseNextReply()
    await step(store, build, 1n, { from: 1n, frames: [{ room: 'board', message: 'moved', payload }] })
  }
  expect(proxy.lost()).toBe(5)
  await step(store, build, 1n, { from: 1n, frames: [{ room: 'board', message: 'moved', payload: 5 }] })
  await expect.poll(() => frames.at(-1)?.payload).toBe(5)
  expect(frames.map(({ payload }) => payload)).toEqual([0, 1, 2, 3, 4, 5])
})

test('a build that begins or goes live while replies are lost is the one that is read', async () => {
  const { proxy, store } = await setUp()
  await builtBoard(store, [person('before', 1)])
  proxy.loseNextReply()
  const build = await store.begin(board)
  await step(store, build, 1n, { puts: [person('after', 2)] })
  proxy.loseNextReply()
  await store.goLive(build)
  expect(proxy.lost()).toBe(2)
  expect((await boardIn(store)).ids).toEqual(['after'])
  proxy.loseNextReply()
  await store.drop(build)
  expect(await store.live(board)).toBeUndefined()
})

test('a question whose reply was lost fails at once and is not asked again; the next one is answered', async () => {
  const { proxy, store } = await setUp()
  await builtBoard(store, [person('a', 1)])
  proxy.loseNextReply()
  await expect(store.count(board, 'points')).rejects.toMatchObject({ name: 'StoreUnavailable' })
  expect(proxy.lost()).toBe(1)
  await expect.poll(() => store.count(board, 'points').catch(() => undefined)).toBe(1)
})
