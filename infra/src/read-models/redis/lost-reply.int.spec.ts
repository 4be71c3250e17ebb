import { expect, onTestFinished, test } from 'vitest'
import { board, builtBoard, person, commitStep } from '@thirty/infra/testing/read-models/port/board.ts'
import { redisReadModelStore } from '../redis.ts'
import type { LiveMessage } from '../read-models.ts'
import {
  readBoard,
  runProjectionTo,
  expectedBoardAt,
} from '@thirty/infra/testing/read-models/board-projection.ts'
import { followLiveMessages } from '@thirty/infra/testing/read-models/live-messages.ts'
import { connectionsTo, proxyOf, redisOfTest } from '@thirty/infra/testing/read-models/redis-of-specs.ts'

async function setUp() {
  const redis = await redisOfTest()
  const proxy = await proxyOf(redis)
  const messages: LiveMessage[] = []
  const following = followLiveMessages(redis.url, (message) => void messages.push(message))
  onTestFinished(() => following.stop())
  return { proxy, messages, store: redisReadModelStore(await connectionsTo(proxy.url)) }
}

test('repeats a step whose reply was lost by itself, and applies it and its messages once', async () => {
  const { proxy, messages, store } = await setUp()
  const onStep = (position: bigint) => position % 3n === 0n && proxy.loseNextReply()
  expect(await runProjectionTo(store, 60n, { onStep })).toBe(1)
  expect(proxy.lostReplies()).toBeGreaterThan(15)
  await expect.poll(() => readBoard(store).catch(() => undefined)).toEqual(expectedBoardAt(60n))
  await expect.poll(() => messages).toHaveLength(61)
  expect(messages.map(({ payload }) => payload)).toEqual(messages.map((_, position) => position))
})

test('reads use the right build when replies to `beginBuild` and `activate` are lost', async () => {
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

test('a read whose reply was lost fails at once without a retry; the next one succeeds', async () => {
  const { proxy, store } = await setUp()
  await builtBoard(store, [person('a', 1)])
  proxy.loseNextReply()
  await expect(store.count(board, 'points')).rejects.toMatchObject({ name: 'StoreUnavailable' })
  expect(proxy.lostReplies()).toBe(1)
  await expect.poll(() => store.count(board, 'points').catch(() => undefined)).toBe(1)
})
