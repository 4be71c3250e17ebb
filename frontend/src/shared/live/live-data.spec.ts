// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest'
import { dropConnection, emitFromServer } from '../../../testing/fake-socket.ts'
import { createData, createReadyData, installFakeTime, receive } from '../../../testing/live-data.ts'
import { RequestFailed } from '../http/request-failed.ts'
import { clearUserData } from '../storage/user-data.ts'
import { reloads } from './live-data.ts'
import { resync, scheduleResync } from './resync.ts'

vi.mock('socket.io-client', () => import('../../../testing/fake-socket.ts'))

installFakeTime()

const refused = (status: number) => new RequestFailed(status, { code: 'no', message: 'No.' }, true)
const joinedAt = (position: string, epoch = 'e1') => ({ position, epoch })
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

/** Data that was loaded at 100, after the first connection has joined there. */
async function createSettledData(changes: Parameters<typeof createReadyData>[0] = {}) {
  const created = await createReadyData(changes)
  scheduleResync(joinedAt('100'))
  await seconds(5)
  expect(created.loads).toHaveLength(1)
  return created
}

test('shows loaded data, and a failed load with what the server says', async () => {
  const { follow, view, state, lastLoad } = createData({ failedText: 'Not loaded.' })
  follow()
  expect(view()).toBe('loading')
  await lastLoad()?.fail()
  expect(state()).toMatchObject({ state: 'failed', message: 'Not loaded.' })
  state().reload()
  expect(view()).toBe('loading')
  await lastLoad()?.fail(refused(503))
  expect(state()).toMatchObject({ state: 'failed', message: 'No.' })
  state().reload()
  await lastLoad()?.respond('100')
  expect(view()).toMatchObject({ position: '100' })
})

test('has several keys at once, each with its own requests', async () => {
  const { follow, view, loads } = createData()
  follow('a')
  follow('b')
  await vi.dynamicImportSettled()
  expect(loads.map(({ key, signal }) => [key, signal.aborted])).toEqual([
    ['a', false],
    ['b', false],
  ])
  await loads[1]?.respond('103')
  await loads[0]?.respond('103')
  await receive('104')
  expect([view('a'), view('b')]).toMatchObject([{ applied: ['104'] }, { applied: ['104'] }])
})

test('keys are the same if their properties are', () => {
  const { data } = createData()
  const filters = data as unknown as { at: (key: object) => unknown }
  expect(filters.at({ sort: 'name', page: { from: 1, to: 2 } })).toBe(
    filters.at({ page: { to: 2, from: 1 }, sort: 'name', search: undefined }),
  )
})

test('a second follower of a key sends no second request, and the first one may leave', async () => {
  const { follow, loads, view } = createData()
  const leave = follow()
  follow()
  await leave()
  expect(loads.map(({ signal }) => signal.aborted)).toEqual([false])
  await loads[0]?.respond('100')
  expect(view()).toMatchObject({ position: '100' })
})

test('a key that is left cancels its request, ignores its late response and messages', async () => {
  const { follow, view, loads } = createData()
  await follow('a')()
  follow('b')
  expect(loads.map(({ signal }) => signal.aborted)).toEqual([true, false])
  await loads[1]?.respond('100')
  await loads[0]?.respond('200')
  await receive('201')
  expect([view('a'), view('b')]).toMatchObject(['loading', { position: '201' }])
})

test('data that was left is shown while it is loaded again, and is dropped after five minutes', async () => {
  const { unfollow, follow, view, loads, lastLoad } = await createReadyData()
  await unfollow()
  await seconds(299)
  const leave = follow()
  expect([view(), loads.length]).toMatchObject([{ position: '100' }, 2])
  await lastLoad()?.respond('101')
  expect(view()).toMatchObject({ position: '101' })
  await leave()
  await seconds(300)
  expect(view()).toBe('loading')
})

test.each([
  ['that was loaded', {}, true],
  ['that was left before it was loaded', {}, false],
  ['that must be fresh', { isAlwaysFresh: true }, true],
])('a key %s is forgotten five minutes after its last follower', async (_which, definition, isLoaded) => {
  const { data, follow, lastLoad } = createData(definition)
  const leave = follow()
  await vi.dynamicImportSettled()
  if (isLoaded) await lastLoad()?.respond('100')
  const entry = data.at('a')
  await leave()
  await seconds(299)
  clearUserData()
  expect(data.at('a')).toBe(entry)
  await seconds(1)
  expect(data.at('a')).not.toBe(entry)
})

test('an entry that is still held takes its place again when it is followed, and hears of a pause', async () => {
  const { data, unfollow } = await createReadyData()
  const held = data.at('a')
  await unfollow()
  await seconds(300)
  onTestFinished(held.subscribe(() => undefined))
  expect(data.at('a')).toBe(held)
  data.setPaused(true)
  expect(held.getState().pausedAt).toBeDefined()
})

test('data that must be fresh is not shown again', async () => {
  const { unfollow, follow, view } = await createReadyData({ isAlwaysFresh: true })
  await unfollow()
  follow()
  expect(view()).toBe('loading')
})

test('data of a final key is loaded once while it is kept', async () => {
  const { unfollow, follow, loads } = await createReadyData({ isFinal: (key) => key === 'a' })
  await unfollow()
  follow()
  expect(loads).toHaveLength(1)
})

test('data without anything in it is empty', async () => {
  const { state } = await createReadyData({ isEmpty: ({ applied }) => applied.length === 0 })
  expect(state()).toMatchObject({ state: 'empty', data: { position: '100' } })
  await receive('101')
  expect(state().state).toBe('ready')
})

test('a load of many pages may take longer than a single request', async () => {
  const { follow, view, loads } = createData()
  follow()
  await seconds(60)
  expect(loads).toHaveLength(1)
  await loads[0]?.respond('100')
  expect(view()).toMatchObject({ position: '100' })
})

test('a response is changed by all messages of a sequence since its request', async () => {
  const { state, view, lastLoad } = await createReadyData({
    messages: {
      'leaderboard.changed': {
        sequence: () => 'ranks',
        apply: (data, { position }) => ({ ...data, applied: [...data.applied, position] }),
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

test('data that is gone at a reload does not stay on the screen', async () => {
  const { state, lastLoad } = await createReadyData()
  resync()
  await lastLoad()?.fail(refused(404))
  expect(state()).toMatchObject({ state: 'failed', data: undefined, staleSince: undefined })
})

test('a refresh by the user rejects when it fails', async () => {
  const { data, lastLoad } = await createReadyData()
  const failure = data
    .at('a')
    .refresh()
    .catch((error: unknown) => error)
  await lastLoad()?.fail()
  expect(await failure).toEqual(new Error('away'))
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

test.each([403, 404])('a load that the server refuses with %i is not repeated by itself', async (status) => {
  const { follow, view, loads, lastLoad } = createData()
  follow()
  await lastLoad()?.fail(refused(status))
  expect(view()).toBe('failed')
  await seconds(300)
  expect(loads).toHaveLength(1)
  resync()
  expect(loads).toHaveLength(2)
})

test.each([0, 408, 429, 503])('a load that fails with %i is repeated', async (status) => {
  const { follow, loads, lastLoad } = createData()
  follow()
  await lastLoad()?.fail(refused(status))
  await seconds(2)
  expect(loads).toHaveLength(2)
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

test('paused data neither changes nor is loaded again, and is loaded when the pause ends', async () => {
  const { data, state, view, loads, lastLoad } = await createReadyData()
  state().setPaused(true)
  expect(state().pausedAt).toBe(Date.now())
  await receive('101')
  resync()
  await seconds(60)
  expect([view(), loads.length]).toMatchObject([{ applied: [] }, 1])
  data.setPaused(false)
  await lastLoad()?.respond('101')
  expect(view()).toMatchObject({ position: '101' })
})

test('a load that is under way when the user pauses does not change the rows', async () => {
  const { data, state, view, lastLoad } = await createReadyData()
  state().reload()
  data.setPaused(true)
  expect(lastLoad()?.signal.aborted).toBe(true)
  await lastLoad()?.respond('105')
  expect([view(), data.at('a').isLoading()]).toMatchObject([{ position: '100' }, false])
})

test('during a pause, another key says of when it is, and does not change afterwards', async () => {
  const { data, follow, state, view, loads, lastLoad } = await createReadyData()
  data.setPaused(true)
  await seconds(5)
  follow('b')
  await lastLoad()?.respond('110')
  expect(view('b')).toMatchObject({ position: '110' })
  expect(state('b').pausedAt).toBe(Date.now())
  await receive('111')
  await seconds(60)
  expect([view('b'), loads.length]).toMatchObject([{ position: '110' }, 2])
})

test('a first load that is under way when the user pauses is shown', async () => {
  const { data, follow, view, state, lastLoad } = await createReadyData()
  follow('b')
  data.setPaused(true)
  await seconds(1)
  await lastLoad()?.respond('110')
  expect(view('b')).toMatchObject({ position: '110' })
  expect(state('b').pausedAt).toBe(Date.now())
})

test('a pause holds back the updates of one definition only, and ends when its screen is left', async () => {
  const paused = await createReadyData()
  const other = await createReadyData()
  const leave = paused.follow()
  paused.data.setPaused(true)
  await receive('101')
  expect(other.view()).toMatchObject({ applied: ['101'] })
  await leave()
  expect(paused.state().pausedAt).toBeDefined()
  await paused.unfollow()
  expect(paused.state().pausedAt).toBeUndefined()
})

test('a pause continues when the screen shows another key', async () => {
  const { data, follow, unfollow, view, state, lastLoad } = await createReadyData()
  data.setPaused(true)
  follow('b')
  await unfollow()
  await lastLoad()?.respond('110')
  expect(state('b').pausedAt).toBe(Date.now())
  data.setPaused(false)
  await seconds(300)
  expect([view('a'), state('b').state]).toEqual(['loading', 'ready'])
})

test('when the user changes, data and pending responses of the previous one are gone', async () => {
  const { follow, state, view, loads } = await createReadyData()
  const leave = follow('left')
  await loads.at(-1)?.respond('100')
  await leave()
  state().reload()
  const pending = loads.at(-1)
  clearUserData()
  expect([view('a'), view('left')]).toEqual(['loading', 'loading'])
  await pending?.respond('200')
  expect(view()).toBe('loading')
  // A screen that is still open loads the data of the next user, whose log may be at an earlier position.
  await seconds(0)
  expect(loads.at(-1)).not.toBe(pending)
  await loads.at(-1)?.respond('50')
  expect(view()).toMatchObject({ position: '50' })
  await seconds(60)
  expect(loads).toHaveLength(4)
})

test('a change after an own command is shown for all keys, and a response from before does not take it back', async () => {
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
    messages: { 'webhooks.changed': { apply: (data) => ({ ...data, applied: ['changed'] }) } },
  })
  await emitFromServer('webhooks.changed', { webhook: null, at: '2026-11-20T10:00:05.000Z' })
  expect(view()).toMatchObject({ position: '100', applied: ['changed'] })
})

test('the rules of messages may depend on the key', async () => {
  const { follow, view, lastLoad } = await createReadyData({
    messages: (key) => ({
      'leaderboard.changed': { apply: (data) => ({ ...data, applied: [...data.applied, key] }) },
    }),
  })
  follow('b')
  await lastLoad()?.respond('100')
  await receive('101')
  expect([view('a'), view('b')]).toMatchObject([{ applied: ['a'] }, { applied: ['b'] }])
})

/** A next page that arrives with `page`. */
const morePages = (page: Promise<unknown>): Parameters<typeof createData>[0] => ({
  loadMore: async () => {
    await page
    return (data) => ({ ...data, applied: [...data.applied, 'page'] })
  },
})

test('appends the next page once, to the data of that moment', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const { state, view } = await createReadyData(morePages(promise))
  state().loadMore()
  state().loadMore()
  expect(state().moreState).toBe('loading')
  await receive('101')
  resolve(undefined)
  await seconds(0)
  expect([view(), state().moreState]).toMatchObject([{ applied: ['101', 'page'] }, 'idle'])
})

test('the next page of another key is not appended', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const { follow, unfollow, state, view, lastLoad } = await createReadyData(morePages(promise))
  state().loadMore()
  follow('b')
  await unfollow()
  await lastLoad()?.respond('100')
  resolve(undefined)
  await seconds(0)
  expect([view('a'), view('b')]).toMatchObject([{ applied: [] }, { applied: [] }])
  state('b').loadMore()
  await seconds(0)
  expect(view('b')).toMatchObject({ applied: ['page'] })
})

test('a page that fails can be loaded again', async () => {
  let isAway = true
  const { state, view } = await createReadyData({
    loadMore: async () => {
      if (isAway) throw new Error('away')
      return (data) => ({ ...data, applied: ['page'] })
    },
  })
  state().loadMore()
  await seconds(0)
  expect(state().moreState).toBe('failed')
  isAway = false
  state().loadMore()
  await seconds(0)
  expect(view()).toMatchObject({ applied: ['page'] })
})

test('a reload ends the request of the next page, which may no longer follow', async () => {
  const signals: AbortSignal[] = []
  const { state, view, lastLoad } = await createReadyData({
    loadMore: (_key, _data, signal) => {
      signals.push(signal)
      return new Promise(() => undefined)
    },
  })
  state().loadMore()
  state().reload()
  await lastLoad()?.respond('101')
  expect([view(), state().moreState]).toMatchObject([{ position: '101', applied: [] }, 'idle'])
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})
