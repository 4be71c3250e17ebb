import { expect, onTestFinished, test } from 'vitest'
import { board, builtBoard, person, commitStep } from '@thirty/infra/testing/read-models/port/board.ts'
import { openRedisReadModelStore } from '../redis.ts'
import type { LiveMessage } from '../read-models.ts'
import {
  readBoard,
  runProjectionTo,
  expectedBoardAt,
} from '@thirty/infra/testing/read-models/board-projection.ts'
import { followLiveMessages } from '@thirty/infra/testing/read-models/live-messages.ts'
import { startLossyProxy } from '@thirty/infra/testing/read-models/lossy-proxy.ts'
import { startRedisServer } from '@thirty/infra/testing/read-models/redis-server.ts'

async function setUp() {
  const redis = await startRedisServer()
  onTestFinished(() => redis.close())
  const proxy = await startLossyProxy(redis.port)
  onTestFinished(() => proxy.close())
  const frames: LiveMessage[] = []
  const following = followLiveMessages(redis.url, (frame) => void frames.push(frame))
  onTestFinished(() => following.stop())
  const store = await openRedisReadModelStore({ url: proxy.url })
  onTestFinished(() => store.close())
  return { redis, proxy, frames, store }
}

test('a step whose reply was lost is sent again by itself and counts once, and so do its frames', async () => {
  const { proxy, frames, store } = await setUp()
  const { begun } = await runProjectionTo(store, 60n, {
    onStep: (at) => at % 3n === 0n && proxy.loseNextReply(),
  })
  expect(begun).toBe(1)
  expect(proxy.lostReplies()).toBeGreaterThan(15)
  await expect.poll(() => readBoard(store).catch(() => undefined)).toEqual(expectedBoardAt(60n))
  await expect.poll(() => frames.length).toBe(61)
  expect(frames.map(({ payload }) => payload)).toEqual(Array.from({ length: 61 }, (_, at) => at))
})

test('frames that leave without a change leave once, though their reply was lost', async () => {
  const { proxy, frames, store } = await setUp()
  const build = await builtBoard(store)
  for (let payload = 0; payload < 5; payload++) {
    proxy.loseNextReply()
    await commitStep(store, build, 1n, { from: 1n, messages: [{ room: 'board', message: 'moved', payload }] })
  }
  expect(proxy.lostReplies()).toBe(5)
  await commitStep(store, build, 1n, {
    from: 1n,
    messages: [{ room: 'board', message: 'moved', payload: 5 }],
  })
  await expect.poll(() => frames.at(-1)?.payload).toBe(5)
  expect(frames.map(({ payload }) => payload)).toEqual([0, 1, 2, 3, 4, 5])
})

test('a build that begins or goes live while replies are lost is the one that is read', async () => {
  const { proxy, store } = await setUp()
  await builtBoard(store, [person('before', 1)])
  proxy.loseNextReply()
  const build = await store.beginBuild(board)
  await commitStep(store, build, 1n, { upserts: [person('after', 2)] })
  proxy.loseNextReply()
  await store.activate(build)
  expect(proxy.lostReplies()).toBe(2)
  expect((await readBoard(store)).ids).toEqual(['after'])
  proxy.loseNextReply()
  await store.drop(build)
  expect(await store.liveBuild(board)).toBeUndefined()
})

test('a question whose reply was lost fails at once and is not asked again; the next one is answered', async () => {
  const { proxy, store } = await setUp()
  await builtBoard(store, [person('a', 1)])
  proxy.loseNextReply()
  await expect(store.count(board, 'points')).rejects.toMatchObject({ name: 'StoreUnavailable' })
  expect(proxy.lostReplies()).toBe(1)
  await expect.poll(() => store.count(board, 'points').catch(() => undefined)).toBe(1)
})
