import { flushPromises, fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { StoreUnavailable, type LiveMessage } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { UpdateBatcher, type UpdateBatcherOptions } from './batch-updates.ts'
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

function setUp(options: Partial<UpdateBatcherOptions> = {}) {
  const time = fakeScheduler()
  const failures: unknown[] = []
  const sent: LiveMessage[] = []
  let position = 41n
  const batcher = new UpdateBatcher({
    scheduler: time,
    onFailure: (error) => void failures.push(error),
    changedAt: () => position,
    epoch: () => 'e1',
    send: async (messages) => void sent.push(...messages),
    ...options,
  })
  const moveTo = (to: bigint) => void (position = to)
  return { time, sent, failures, batcher, moveTo, payloads: () => sent.map(({ payload }) => payload) }
}

test('sends the first update of an idle room at once, with position, epoch and time', async () => {
  const { batcher, sent } = setUp()
  batcher.enqueue([likes(1)])
  await flushPromises()
  expect(sent).toEqual([
    {
      room: 'project:7',
      message: 'project.liked',
      payload: { items: [{ count: 1 }], position: '41', epoch: 'e1', at: '2026-03-01T12:00:00.000Z' },
    },
  ])
})

test('batches later updates of a busy room into one message', async () => {
  const { batcher, payloads, time } = setUp()
  batcher.enqueue([comment('a')])
  await time.advance(10)
  batcher.enqueue([comment('b')])
  batcher.enqueue([comment('c')])
  await time.advance(89)
  expect(payloads()).toHaveLength(1)
  await time.advance(1)
  expect(payloads()[1]).toMatchObject({
    items: [{ text: 'b' }, { text: 'c' }],
    at: '2026-03-01T12:00:00.100Z',
  })
})

test('sends only the last of several updates with the same key', async () => {
  const { batcher, payloads } = setUp()
  batcher.enqueue([likes(1), likes(2), comment('a'), likes(3)])
  await flushPromises()
  expect(payloads()).toMatchObject([{ items: [{ count: 3 }] }, { items: [{ text: 'a' }] }])
})

test('builds one payload from the items of a message, the last for each key, the newest last', async () => {
  const { batcher, payloads, time } = setUp()
  const build = async (items: readonly number[]) => ({ items })
  const collectedUpdate = (key: string, item: number) =>
    ({ room: 'r', message: 'project.liked', key, item, build }) as const
  batcher.enqueue([collectedUpdate('a', 1), collectedUpdate('b', 2), collectedUpdate('a', 3)])
  await time.advance(100)
  expect(payloads()).toMatchObject([{ items: [2, 3] }])
  batcher.enqueue([collectedUpdate('c', 4)])
  await time.advance(100)
  expect(payloads()[1]).toMatchObject({ items: [4] })
})

test('keeps the newest items of a limited message, counts the others, and leaves out those that were taken back', async () => {
  const { batcher, payloads, time } = setUp()
  const build = async (items: readonly number[], skipped: number) => ({ items, skipped })
  const limited = (key: string, item: number | null) =>
    ({ room: 'r', message: 'activity', key, item, maxItems: 2, build }) as const
  const enqueue = (...items: [key: string, item: number | null][]) =>
    batcher.enqueue(items.map((item) => limited(...item)))
  enqueue(['a', 1], ['b', 2], ['c', 3], ['b', 4], ['d', 5])
  await time.advance(100)
  enqueue(['e', 6], ['f', 7], ['f', null], ['g', null])
  await time.advance(100)
  expect(payloads()).toMatchObject([
    { items: [4, 5], skipped: 2 },
    { items: [6], skipped: 0 },
  ])
})

test('builds nothing for a room without listeners, and tells a sender of differences', async () => {
  const heard = new Set(['heard', 'left'])
  const { batcher, sent, time } = setUp({ hasListeners: (room) => heard.has(room) })
  const calls: string[] = []
  const update = (room: string) => ({
    room,
    message: 'changed',
    build: () => {
      calls.push(`built ${room}`)
      return {}
    },
  })
  const difference = (room: string) => ({
    ...update(room),
    unheard: () => void calls.push(`unheard ${room}`),
  })
  batcher.enqueue([...['heard', 'empty'].map(update), ...['heard', 'left', 'lonely'].map(difference)])
  batcher.enqueue([difference('left')])
  heard.delete('left')
  await time.advance(100)
  expect(sent.map(({ room }) => room)).toEqual(['heard', 'left'])
  expect(calls).toEqual(['built heard', 'built left', 'unheard lonely', 'unheard left'])
})

test('builds a payload when it is sent, with the position from before it was built', async () => {
  const { batcher, payloads, time, moveTo } = setUp()
  let rows = 1
  const board: AnyLiveUpdate = {
    room: 'leaderboard',
    message: 'leaderboard.changed',
    build: async () => {
      moveTo(99n)
      return { rows }
    },
  }
  batcher.enqueue([board])
  await time.advance(50)
  rows = 2
  moveTo(50n)
  batcher.enqueue([board, board])
  rows = 3
  await time.advance(50)
  expect(payloads()).toMatchObject([
    { rows: 1, position: '41' },
    { rows: 3, position: '50' },
  ])
})

test('sends nothing for an empty payload', async () => {
  const { batcher, sent, failures } = setUp()
  batcher.enqueue([{ room: 'leaderboard', message: 'leaderboard.changed', build: () => undefined }])
  await flushPromises()
  expect(sent).toEqual([])
  expect(failures).toEqual([])
})

test('reports updates that cannot be built, and sends the others', async () => {
  const { batcher, payloads, failures, time } = setUp()
  const broken: AnyLiveUpdate = {
    room: 'project:7',
    message: 'broken',
    build: () => Promise.reject(new Error('no')),
  }
  batcher.enqueue([broken, likes(1)])
  await time.advance(100)
  batcher.enqueue([likes(2)])
  await time.advance(100)
  expect(payloads()).toMatchObject([{ items: [{ count: 1 }] }, { items: [{ count: 2 }] }])
  expect(failures).toEqual([new Error('no')])
})

test('drops waiting updates when it is stopped', async () => {
  const { batcher, sent, time } = setUp()
  batcher.enqueue([likes(1)])
  batcher.enqueue([likes(2)])
  batcher.stop()
  batcher.enqueue([likes(3)])
  await time.advance(200)
  expect(sent).toHaveLength(1)
  expect(time.pendingTimers()).toBe(0)
})

test('asks clients to resync if an update could not be built because the store was unavailable', async () => {
  const { batcher, sent, time, failures } = setUp()
  const build = () => Promise.reject(new StoreUnavailable('away'))
  batcher.enqueue([{ room: 'admins', message: 'statistics.changed', build }])
  await time.advance(1_000)
  expect(failures).toHaveLength(1)
  expect(sent).toEqual([
    {
      room: 'admins',
      message: 'news.missed',
      payload: { position: '41', epoch: 'e1', at: '2026-03-01T12:00:00.100Z' },
    },
  ])
})

test('a flush sends the waiting updates at once', async () => {
  const { batcher, payloads, time } = setUp()
  batcher.enqueue([likes(1)])
  await time.advance(10)
  batcher.enqueue([likes(2), comment('a')])
  await batcher.flush()
  expect(payloads()).toMatchObject([
    { items: [{ count: 1 }] },
    { items: [{ count: 2 }] },
    { items: [{ text: 'a' }] },
  ])
  await time.advance(100)
  expect(payloads()).toHaveLength(3)
})

test('a flush waits for updates that are in flight', async () => {
  const { batcher, payloads } = setUp()
  const { promise, resolve } = Promise.withResolvers<object>()
  batcher.enqueue([{ room: 'leaderboard', message: 'leaderboard.changed', build: () => promise }])
  const flushed = batcher.flush()
  resolve({ rows: 1 })
  await flushed
  expect(payloads()).toMatchObject([{ rows: 1 }])
})

test('updates of a room wait while its messages are slow to send, and need no timer meanwhile', async () => {
  const held = Promise.withResolvers<void>()
  let sent = 0
  const send = async () => {
    sent += 1
    await held.promise
  }
  const { batcher, time } = setUp({ send })
  batcher.enqueue([likes(1)])
  await time.advance(100)
  batcher.enqueue([likes(2)])
  await time.advance(200)
  expect([sent, time.pendingTimers()]).toEqual([1, 0])
  held.resolve()
  await time.advance(200)
  expect([sent, time.pendingTimers()]).toEqual([2, 0])
})
