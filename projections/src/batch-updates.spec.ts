import { flushPromises, fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { StoreUnavailable, type LiveMessage } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { batchUpdates } from './batch-updates.ts'
import type { AnyLiveUpdate } from './live-update.ts'

const likes = (count: number): AnyLiveUpdate => ({
  room: 'project:7',
  message: 'project.liked',
  key: '7',
  item: { count },
})
const comment = (text: string): AnyLiveUpdate => ({
  room: 'project:7',
  message: 'project.commented',
  item: { text },
})

function setUp() {
  const time = fakeScheduler()
  const sent: LiveMessage[] = []
  const failures: unknown[] = []
  let position = 41n
  const source = {
    position: () => position,
    send: async (frames: readonly LiveMessage[]) => void sent.push(...frames),
  }
  const news = batchUpdates({ scheduler: time, onFailure: (error) => void failures.push(error) })
  const moveTo = (to: bigint) => void (position = to)
  return { time, sent, failures, source, news, moveTo, payloads: () => sent.map(({ payload }) => payload) }
}

test('the first news of a quiet room leave at once, with position and time', async () => {
  const { news, source, sent } = setUp()
  news.enqueue(source, [likes(1)])
  await flushPromises()
  expect(sent).toEqual([
    {
      room: 'project:7',
      message: 'project.liked',
      payload: { items: [{ count: 1 }], position: '41', at: '2026-03-01T12:00:00.000Z' },
    },
  ])
})

test('later news of a busy room are gathered into one frame', async () => {
  const { news, source, payloads, time } = setUp()
  news.enqueue(source, [comment('a')])
  await time.advance(10)
  news.enqueue(source, [comment('b')])
  news.enqueue(source, [comment('c')])
  await time.advance(89)
  expect(payloads()).toHaveLength(1)
  await time.advance(1)
  expect(payloads()[1]).toMatchObject({
    items: [{ text: 'b' }, { text: 'c' }],
    at: '2026-03-01T12:00:00.100Z',
  })
})

test('of news with the same key only the last is told', async () => {
  const { news, source, payloads } = setUp()
  news.enqueue(source, [likes(1), likes(2), comment('a'), likes(3)])
  await flushPromises()
  expect(payloads()).toMatchObject([{ items: [{ count: 3 }] }, { items: [{ text: 'a' }] }])
})

test('a room that never rests is flushed ten times a second', async () => {
  const { news, source, sent, time } = setUp()
  for (let ms = 0; ms < 1_000; ms += 5) {
    news.enqueue(source, [likes(ms)])
    await time.advance(5)
  }
  expect(sent.length).toBeLessThanOrEqual(11)
  expect(sent.length).toBeGreaterThanOrEqual(10)
})

test('rooms do not wait for each other', async () => {
  const { news, source, sent } = setUp()
  news.enqueue(source, [likes(1), { ...likes(1), room: 'project:8' }])
  await flushPromises()
  expect(sent.map(({ room }) => room)).toEqual(['project:7', 'project:8'])
})

test('a payload is built when its frame leaves, and speaks of the view as it was before building', async () => {
  const { news, source, payloads, time, moveTo } = setUp()
  let rows = 1
  const board: AnyLiveUpdate = {
    room: 'leaderboard',
    message: 'leaderboard.changed',
    build: async () => {
      moveTo(99n)
      return { rows }
    },
  }
  news.enqueue(source, [board])
  await time.advance(50)
  rows = 2
  moveTo(50n)
  news.enqueue(source, [board, board])
  rows = 3
  await time.advance(50)
  expect(payloads()).toMatchObject([
    { rows: 1, position: '41' },
    { rows: 3, position: '50' },
  ])
})

test('a payload that turns out to be nothing is not sent', async () => {
  const { news, source, sent, failures } = setUp()
  news.enqueue(source, [{ room: 'leaderboard', message: 'leaderboard.changed', build: () => undefined }])
  await flushPromises()
  expect(sent).toEqual([])
  expect(failures).toEqual([])
})

test('news that cannot be built are reported and hold up no others', async () => {
  const { news, source, payloads, failures, time } = setUp()
  const broken: AnyLiveUpdate = {
    room: 'project:7',
    message: 'broken',
    build: () => Promise.reject(new Error('no')),
  }
  news.enqueue(source, [broken, likes(1)])
  await time.advance(100)
  news.enqueue(source, [likes(2)])
  await time.advance(100)
  expect(payloads()).toMatchObject([{ items: [{ count: 1 }] }, { items: [{ count: 2 }] }])
  expect(failures).toEqual([new Error('no')])
})

test('two views that speak in one room each leave by their own store', async () => {
  const { news, source, sent } = setUp()
  const other: LiveMessage[] = []
  news.enqueue(source, [likes(1)])
  news.enqueue({ position: () => 5n, send: async (frames) => void other.push(...frames) }, [likes(2)])
  news.stop()
  await flushPromises()
  expect(sent).toHaveLength(1)
  expect(other).toEqual([])
})

test('a room at rest leaves no timer behind', async () => {
  const { news, source, time } = setUp()
  news.enqueue(source, [likes(1)])
  await time.advance(200)
  expect(time.pendingTimers()).toBe(0)
})

test('news that could not be made because the store was away are fetched by whoever would have heard them', async () => {
  const { news, source, sent, time, failures } = setUp()
  const build = () => Promise.reject(new StoreUnavailable('away'))
  news.enqueue(source, [{ room: 'admins', message: 'statistics.changed', build }])
  await time.advance(1_000)
  expect(failures).toHaveLength(1)
  expect(sent).toEqual([
    {
      room: 'admins',
      message: 'news.missed',
      payload: { position: '41', at: '2026-03-01T12:00:00.100Z' },
    },
  ])
})

test('a view that leaves says what it has to say at once, and holds up no others', async () => {
  const { news, source, payloads, time } = setUp()
  const other: LiveMessage[] = []
  const another = {
    position: () => 5n,
    send: async (frames: readonly LiveMessage[]) => void other.push(...frames),
  }
  news.enqueue(source, [likes(1)])
  await time.advance(10)
  news.enqueue(source, [likes(2), comment('a')])
  news.enqueue(another, [likes(3)])
  await news.flush(source)
  expect(payloads()).toMatchObject([
    { items: [{ count: 1 }] },
    { items: [{ count: 2 }] },
    { items: [{ text: 'a' }] },
  ])
  expect(other).toEqual([])
  await time.advance(100)
  expect(payloads()).toHaveLength(3)
  expect(other).toHaveLength(1)
})

test('a view that leaves waits for what is on its way', async () => {
  const { news, source, payloads } = setUp()
  const { promise, resolve } = Promise.withResolvers<object>()
  news.enqueue(source, [{ room: 'leaderboard', message: 'leaderboard.changed', build: () => promise }])
  const left = news.flush(source)
  resolve({ rows: 1 })
  await left
  expect(payloads()).toMatchObject([{ rows: 1 }])
})
