import { flushPromises, fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import { StoreUnavailable, type LiveMessage } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { UpdateBatcher, type UpdateBatcherOptions } from './batch-updates.ts'
import type { AnyLiveUpdate } from './registered-projection.ts'

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
    channel: {},
    stamp: () => ({ position, epoch: 'e1' }),
    send: async (messages) => void sent.push(...messages),
    ...options,
  })
  const moveTo = (to: bigint) => void (position = to)
  return { time, sent, failures, batcher, moveTo, payloads: () => sent.map(({ payload }) => payload) }
}

test('sends the first update of an idle room at once, with position, epoch and time, and later ones in one message', async () => {
  const { batcher, sent, payloads, time } = setUp()
  batcher.enqueue([likes(1)])
  await flushPromises()
  expect(sent).toEqual([
    {
      room: 'project:7',
      message: 'project.liked',
      payload: { items: [{ count: 1 }], position: '41', epoch: 'e1', at: '2026-03-01T12:00:00.000Z' },
    },
  ])
  batcher.enqueue([comment('b')])
  batcher.enqueue([comment('c')])
  await time.advance(99)
  expect(payloads()).toHaveLength(1)
  await time.advance(1)
  expect(payloads()[1]).toMatchObject({
    items: [{ text: 'b' }, { text: 'c' }],
    at: '2026-03-01T12:00:00.100Z',
  })
})

test('a message has the last item for each key, the newest last; further items are counted, and items that were taken back are left out', async () => {
  const { batcher, payloads, time } = setUp()
  const build = async (items: readonly number[], skipped: number) => ({ items, skipped })
  const enqueue = (...items: [key: string, item: number | null][]) =>
    batcher.enqueue(
      items.map(([key, item]) => ({ room: 'r', message: 'activity', key, item, maxItems: 2, build })),
    )
  batcher.enqueue([likes(1), likes(2), comment('a'), likes(3)])
  enqueue(['a', 1], ['b', 2], ['c', 3], ['b', 4], ['d', 5])
  await time.advance(100)
  enqueue(['e', 6], ['f', 7], ['f', null], ['g', null])
  await time.advance(100)
  expect(payloads()).toMatchObject([
    { items: [{ count: 3 }] },
    { items: [{ text: 'a' }] },
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

test('builds a payload when it is sent, with the position from before it was built and the exceptions from after', async () => {
  let excepted = 'nobody'
  const { batcher, sent, payloads, time, moveTo } = setUp({ channel: { exceptRoom: async () => excepted } })
  let rows = 1
  const board: AnyLiveUpdate = {
    room: 'leaderboard',
    message: 'leaderboard.changed',
    build: async () => {
      moveTo(99n)
      // A freeze may begin meanwhile.
      await flushPromises()
      excepted = 'participants'
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
  await flushPromises()
  expect(payloads()).toMatchObject([
    { rows: 1, position: '41' },
    { rows: 3, position: '50' },
  ])
  expect(sent[0]).toMatchObject({ except: 'participants' })
})

test('drops what waits while the read model is not live', async () => {
  const stamp: { position: bigint; epoch: string | undefined } = { position: 41n, epoch: undefined }
  const { batcher, sent, failures, time } = setUp({ stamp: () => stamp })
  batcher.enqueue([likes(1)])
  await time.advance(100)
  stamp.epoch = 'e2'
  batcher.enqueue([likes(2)])
  await flushPromises()
  expect(sent).toMatchObject([{ payload: { items: [{ count: 2 }], epoch: 'e2' } }])
  expect(failures).toEqual([])
})

test('sends nothing for an empty payload, reports updates that cannot be built, and sends the others', async () => {
  const { batcher, payloads, failures, time } = setUp()
  const built = (message: string, build: () => Promise<object> | undefined) => ({
    room: 'project:7',
    message,
    build,
  })
  const broken = built('broken', () => Promise.reject(new Error('no')))
  batcher.enqueue([built('empty', () => undefined), broken, likes(1)])
  await time.advance(100)
  batcher.enqueue([likes(2)])
  await time.advance(100)
  expect(payloads()).toMatchObject([{ items: [{ count: 1 }] }, { items: [{ count: 2 }] }])
  expect(failures).toEqual([new Error('no')])
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

test('a flush sends the waiting updates at once, waits for those in flight, and a stop drops what still waits', async () => {
  const { batcher, payloads, time } = setUp()
  const { promise, resolve } = Promise.withResolvers<object>()
  batcher.enqueue([{ room: 'leaderboard', message: 'leaderboard.changed', build: () => promise }, likes(1)])
  await time.advance(10)
  batcher.enqueue([likes(2), comment('a')])
  const flushed = batcher.flush()
  resolve({ rows: 1 })
  await flushed
  const sent = [{ items: [{ count: 1 }] }, { items: [{ count: 2 }] }, { items: [{ text: 'a' }] }, { rows: 1 }]
  expect(payloads()).toHaveLength(4)
  expect(payloads()).toMatchObject(expect.arrayContaining(sent.map((each) => expect.objectContaining(each))))
  batcher.enqueue([likes(3)])
  batcher.stop()
  batcher.enqueue([likes(4)])
  await time.advance(200)
  expect([payloads().length, time.pendingTimers()]).toEqual([4, 0])
})

test.each([
  ['are sent after it', false],
  ['are dropped by a stop', true],
])(
  'updates of a room wait while a message is slow to send, need no timer meanwhile, and %s',
  async (_, stops) => {
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
    if (stops) batcher.stop()
    held.resolve()
    await flushPromises()
    expect([sent, time.pendingTimers()]).toEqual(stops ? [1, 0] : [2, 1])
    await time.advance(200)
    expect([sent, time.pendingTimers()]).toEqual([stops ? 1 : 2, 0])
  },
)
