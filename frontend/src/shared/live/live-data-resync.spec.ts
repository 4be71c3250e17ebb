// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { dropConnection, emitFromServer } from '../../../testing/fake-socket.ts'
import {
  createData,
  createReadyData,
  installFakeTime,
  receive,
  refused,
  seconds,
} from '../../../testing/live-data.ts'
import { reloads } from './live-data.ts'
import { resync, scheduleResync } from './resync.ts'

installFakeTime()

const joinedAt = (position: string, epoch = 'e1') => ({ position, epoch })

/** Data that was loaded at 100, after the first connection has joined there. */
async function createSettledData(changes: Parameters<typeof createReadyData>[0] = {}) {
  const created = await createReadyData(changes)
  scheduleResync(joinedAt('100'))
  await seconds(5)
  expect(created.loads).toHaveLength(1)
  return created
}

test('a response is changed by all messages of a sequence since its request', async () => {
  const { state, view, lastLoad } = await createReadyData({
    messages: {
      'leaderboard.changed': {
        sequence: () => 'ranks',
        change: (data, { position }) => ({ ...data, applied: [...data.applied, position] }),
      },
    },
  })
  await receive('100')
  state().reload()
  await receive('101')
  await receive('102')
  await receive('100')
  await lastLoad()?.respond('100')
  expect(view()).toMatchObject({ applied: ['101', '102'] })
})

test('an older response does not overwrite newer data, and the data is loaded once more', async () => {
  const { state, view, loads, lastLoad } = await createReadyData()
  await receive('105')
  state().reload()
  await lastLoad()?.respond('104')
  expect(view()).toMatchObject({ position: '105' })
  const count = loads.length
  await seconds(1)
  expect(loads).toHaveLength(count + 1)
  await lastLoad()?.respond('106')
  expect(view()).toMatchObject({ position: '106' })
})

test('a response that is older than another key is shown and loaded once more, but not forever', async () => {
  const { follow, view, loads, lastLoad } = await createSettledData()
  follow('b')
  await lastLoad()?.respond('99')
  expect(view('b')).toMatchObject({ position: '99' })
  await seconds(1)
  await lastLoad()?.respond('99')
  await seconds(60)
  expect(loads.map(({ key }) => key)).toEqual(['a', 'b', 'b'])
})

test('all messages of a slow load are applied to its response', async () => {
  const { state, view, lastLoad } = await createReadyData()
  state().reload()
  for (let position = 101; position <= 301; position += 1) await receive(String(position))
  await lastLoad()?.respond('100')
  expect(view()).toMatchObject({ position: '301', applied: { length: 201 } })
})

test('a change after a command of this user is shown for all keys, and a response from before does not take it back', async () => {
  const { data, follow, state, view, loads, lastLoad } = await createReadyData()
  follow('b')
  await lastLoad()?.respond('100')
  state().reload()
  const before = lastLoad()
  data.change((shown) => ({ ...shown, applied: ['own'] }))
  expect([view('a'), view('b')]).toMatchObject([{ applied: ['own'] }, { applied: ['own'] }])
  expect([before?.signal.aborted, loads.length]).toEqual([true, 4])
  await before?.respond('100')
  expect(view()).toMatchObject({ applied: ['own'] })
})

test('a message without a position is always applied', async () => {
  const { view } = await createReadyData({
    messages: { 'webhooks.changed': (data) => ({ ...data, applied: ['changed'] }) },
  })
  await emitFromServer('webhooks.changed', { webhook: null, at: '2026-11-20T10:00:05.000Z' })
  expect(view()).toMatchObject({ position: '100', applied: ['changed'] })
})

test('the rules of messages may depend on the key', async () => {
  const { follow, view, lastLoad } = await createReadyData({
    messages: (key) => ({
      'leaderboard.changed': (data) => ({ ...data, applied: [...data.applied, key] }),
    }),
  })
  follow('b')
  await lastLoad()?.respond('100')
  await receive('101')
  expect([view('a'), view('b')]).toMatchObject([{ applied: ['a'] }, { applied: ['b'] }])
})

test('a resync after the first connection leaves a slow load alone, and loads once more after it', async () => {
  const { follow, loads, state } = createData()
  follow()
  scheduleResync()
  await seconds(5)
  expect(loads.map(({ signal }) => signal.aborted)).toEqual([false])
  await loads[0]?.respond('5')
  expect(state().state).toBe('ready')
  await seconds(5)
  expect(loads).toHaveLength(2)
})

test.each([
  ['where the rooms were joined is not loaded again', joinedAt('100'), 1],
  ['after the rooms were joined is not loaded again', joinedAt('99'), 1],
  ['before the rooms were joined is loaded again', joinedAt('101'), 2],
  ['in another epoch is loaded again', joinedAt('100', 'e2'), 2],
  ['while nobody knows where the rooms were joined is loaded again', undefined, 2],
])('data that was loaded %s', async (_when, position, requests) => {
  const { loads } = await createReadyData()
  scheduleResync(position)
  await seconds(5)
  expect(loads).toHaveLength(requests)
})

test('of several rooms the last position counts; a room without a position leads to a load', async () => {
  const { loads } = await createReadyData()
  for (const position of ['99', '101', '100']) scheduleResync(joinedAt(position))
  await seconds(5)
  expect(loads).toHaveLength(2)
  await loads[1]?.respond('101')
  scheduleResync(joinedAt('100'))
  scheduleResync()
  await seconds(5)
  expect(loads).toHaveLength(3)
})

test('a message after joining does not hide those before it that were missed', async () => {
  const { loads, view } = await createReadyData()
  scheduleResync(joinedAt('103'))
  await receive('104')
  expect(view()).toMatchObject({ position: '104' })
  await seconds(5)
  expect(loads).toHaveLength(2)
})

test.each([
  ['100', 1],
  ['99', 2],
])(
  'a response at %s to a request from before the rooms were joined at 100 needs %i loads',
  async (position, requests) => {
    const { follow, loads } = createData()
    follow()
    scheduleResync(joinedAt('100'))
    await seconds(5)
    await loads[0]?.respond(position)
    await seconds(5)
    expect(loads).toHaveLength(requests)
  },
)

test('a message that needs a reload gets one, also if the response has all up to where the rooms were joined', async () => {
  const { state, loads, lastLoad } = await createReadyData({ messages: { 'leaderboard.changed': reloads } })
  state().reload()
  await receive('101')
  scheduleResync(joinedAt('100'))
  await seconds(1)
  await lastLoad()?.respond('100')
  await seconds(1)
  expect(loads).toHaveLength(3)
})

test('data that messages changed is loaded again after a reconnect: they may have said only a part', async () => {
  const { loads } = await createSettledData()
  await receive('104')
  resync(joinedAt('104'))
  expect(loads).toHaveLength(2)
})

test('data whose last load failed is loaded again wherever the rooms were joined', async () => {
  const { state, loads } = await createSettledData()
  state().reload()
  await loads[1]?.fail()
  resync(joinedAt('100'))
  expect(loads).toHaveLength(3)
})

test('a resync after a reconnect does not wait for a load of the lost connection', () => {
  const { follow, loads } = createData()
  follow()
  resync()
  expect(loads.map(({ signal }) => signal.aborted)).toEqual([true, false])
})

test('a resync combines the data on screen with the response, a reload replaces it', async () => {
  const { state, view, lastLoad } = await createReadyData({
    merge: (current, loaded, key) => ({ ...loaded, applied: [...current.applied, `merged ${key}`] }),
  })
  resync()
  await lastLoad()?.respond('101')
  expect(view()).toMatchObject({ applied: ['merged a'] })
  state().reload()
  await lastLoad()?.respond('102')
  expect(view()).toMatchObject({ applied: [] })
})

test('a failed resync keeps the data, says since when it is stale, and is repeated until it succeeds', async () => {
  const { view, state, loads, lastLoad } = await createReadyData({ failedText: 'Not loaded.' })
  const loadedAt = Date.now()
  await vi.advanceTimersByTimeAsync(500)
  resync()
  await lastLoad()?.fail()
  expect(view()).toMatchObject({ position: '100' })
  expect(state()).toMatchObject({ state: 'ready', staleSince: loadedAt, message: 'Not loaded.' })
  for (const delay of [2, 4, 8]) {
    const count = loads.length
    await seconds(delay)
    expect(loads).toHaveLength(count + 1)
    await lastLoad()?.fail()
    expect(state().staleSince).toBe(loadedAt)
  }
  await seconds(15)
  await lastLoad()?.respond('101')
  expect(state()).toMatchObject({ staleSince: undefined, message: undefined })
})

test('a resync takes the place of the repetition of a failed load, also when nobody follows the data afterwards', async () => {
  const { unfollow, loads, lastLoad } = await createReadyData()
  for (const leaves of [false, true]) {
    resync()
    await lastLoad()?.fail()
    resync()
    const count = loads.length
    await lastLoad()?.respond('101')
    if (leaves) await unfollow()
    await seconds(60)
    expect(loads).toHaveLength(count)
  }
})

test('data that is gone at a reload does not stay on the screen', async () => {
  const { state, lastLoad } = await createReadyData()
  resync()
  await lastLoad()?.fail(refused(404))
  expect(state()).toMatchObject({ state: 'failed', data: undefined, staleSince: undefined })
})

test('a reconnect loads the data again, also after a failed load', async () => {
  const { follow, view, lastLoad } = await createReadyData()
  follow('b')
  await lastLoad()?.fail()
  expect(view('b')).toBe('failed')
  await dropConnection()
  await seconds(0)
  await lastLoad()?.respond('110')
  expect(view('b')).toMatchObject({ position: '110' })
})

const plain = { messages: undefined as never }

test('data without messages is not loaded again by a resync, unless its definition says so', async () => {
  const once = await createReadyData(plain)
  const resynced = await createReadyData({ ...plain, resyncs: true })
  resync()
  expect([once.loads.length, resynced.loads.length]).toEqual([1, 2])
  await resynced.lastLoad()?.respond('105')
  resync(joinedAt('105'))
  expect(resynced.loads).toHaveLength(2)
})

test('data without messages that failed for a reason that may pass is loaded when the connection is back', async () => {
  const { follow, view, loads, lastLoad } = createData(plain)
  follow()
  await lastLoad()?.fail(refused(503))
  resync()
  expect([view(), loads.length]).toEqual(['failed', 2])
  await lastLoad()?.fail(refused(404))
  resync()
  expect(loads).toHaveLength(2)
})

test('data without messages says that it is stale as well', async () => {
  const { unfollow, follow, state, lastLoad } = await createReadyData(plain)
  const loadedAt = Date.now()
  await unfollow()
  await seconds(1)
  follow()
  await lastLoad()?.fail()
  expect(state()).toMatchObject({ state: 'ready', staleSince: loadedAt })
})
