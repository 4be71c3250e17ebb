// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { dropConnection } from '../../../testing/fake-socket.ts'
import {
  createReadyStore,
  createStore,
  receive,
  unsubscribers,
  installFakeTime,
} from '../../../testing/live-store.ts'
import { RequestFailed } from '../http/request-failed.ts'
import { clearUserData } from '../session/user-data.ts'
import { resync, scheduleResync } from './resync.ts'

vi.mock('socket.io-client', () => import('../../../testing/fake-socket.ts'))

installFakeTime()

test('shows loaded data, and a failed load', async () => {
  const { store, view, lastLoad } = createStore()
  void store.load('a')
  expect(view()).toBe('loading')
  await lastLoad()?.fail()
  expect(view()).toBe('failed')
  void store.load('a')
  expect(view()).toBe('loading')
  await lastLoad()?.respond('100')
  expect(view()).toMatchObject({ position: '100' })
})

test('a load for another key cancels the previous one and ignores its late response', async () => {
  const { store, view, loads } = createStore()
  void store.load('a')
  void store.load('b')
  expect(loads[0]?.signal.aborted).toBe(true)
  await loads[1]?.respond('100')
  await loads[0]?.respond('200')
  expect(view()).toMatchObject({ position: '100' })
  expect(store.getState().key).toBe('b')
})

test('data of the same key stays on screen during a load, data of another key does not', async () => {
  const { store, view } = await createReadyStore()
  void store.load('a')
  expect(view()).toMatchObject({ position: '100' })
  void store.load('b')
  expect(view()).toBe('loading')
})

test('a load without a response fails after a time and is aborted', async () => {
  const { store, view, lastLoad } = createStore()
  void store.load('a')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(view()).toBe('failed')
  expect(lastLoad()?.signal.aborted).toBe(true)
})

test('an older response does not overwrite newer data, and the data is loaded once more', async () => {
  const { store, view, loads, lastLoad } = await createReadyStore()
  await receive('105')
  void store.refresh()
  await lastLoad()?.respond('104')
  expect(view()).toMatchObject({ position: '105' })
  const count = loads.length
  await vi.advanceTimersByTimeAsync(1000)
  expect(loads).toHaveLength(count + 1)
  await lastLoad()?.respond('106')
  expect(view()).toMatchObject({ position: '106' })
})

test('more messages than are kept during a load lead to one more load', async () => {
  const { store, loads, lastLoad } = await createReadyStore()
  void store.refresh()
  for (let position = 101; position <= 301; position += 1) await receive(String(position))
  await lastLoad()?.respond('100')
  const count = loads.length
  await vi.advanceTimersByTimeAsync(1000)
  expect(loads).toHaveLength(count + 1)
})

test('a resync after the first connection leaves a slow load alone, and loads once more after it', async () => {
  const { store, loads } = createStore()
  unsubscribers.push(store.follow())
  void store.load('a')
  scheduleResync()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(loads.map(({ signal }) => signal.aborted)).toEqual([false])
  await loads[0]?.respond('5')
  expect(store.getState().view.state).toBe('ready')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(loads).toHaveLength(2)
})

const joinedAt = (position: string, epoch = 'e1') => ({ position, epoch })

/** Follows a store, loads it at 100, and settles the first connection, which joined there. */
async function createSettledStore() {
  const { store, loads, ...rest } = await createReadyStore()
  resync(joinedAt('100'))
  expect(loads).toHaveLength(1)
  return { store, loads, ...rest }
}

test.each([
  ['at the position of the rooms', joinedAt('100'), 1],
  ['after it', joinedAt('99'), 1],
  ['before it', joinedAt('101'), 2],
  ['of another run', joinedAt('100', 'e2'), 2],
  ['when the server says no position', undefined, 2],
])('data that was loaded %s', async (_when, position, requests) => {
  const { loads } = await createReadyStore()
  scheduleResync(position)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(loads).toHaveLength(requests)
})

test('of several rooms the last position counts; a room without a position leads to a load', async () => {
  const { loads } = await createReadyStore()
  for (const position of ['99', '101', '100']) scheduleResync(joinedAt(position))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(loads).toHaveLength(2)
  await loads[1]?.respond('101')
  scheduleResync(joinedAt('100'))
  scheduleResync()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(loads).toHaveLength(3)
})

test('a message after joining does not hide those before it that were missed', async () => {
  const { loads, view } = await createReadyStore()
  scheduleResync(joinedAt('103'))
  await receive('104')
  expect(view()).toMatchObject({ position: '104' })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(loads).toHaveLength(2)
})

test('a response that began before the rooms were joined is loaded again only if it is older', async () => {
  for (const [position, requests] of [
    ['100', 1],
    ['99', 2],
  ] as const) {
    const { store, loads } = createStore()
    unsubscribers.push(store.follow())
    void store.load('a')
    scheduleResync(joinedAt('100'))
    await vi.advanceTimersByTimeAsync(5_000)
    await loads[0]?.respond(position)
    await vi.advanceTimersByTimeAsync(5_000)
    expect(loads).toHaveLength(requests)
  }
})

test('data that messages changed is loaded again after a reconnect: they may have said only a part', async () => {
  const { loads } = await createSettledStore()
  await receive('104')
  resync(joinedAt('104'))
  expect(loads).toHaveLength(2)
})

test('data whose last load failed is loaded again wherever the rooms were joined', async () => {
  const { store, loads } = await createSettledStore()
  store.refresh().catch(() => undefined)
  await loads[1]?.fail()
  resync(joinedAt('100'))
  expect(loads).toHaveLength(3)
})

test('a resync after a reconnect does not wait for a load of the lost connection', async () => {
  const { store, loads } = createStore()
  unsubscribers.push(store.follow())
  void store.load('a')
  resync()
  expect(loads.map(({ signal }) => signal.aborted)).toEqual([true, false])
})

test('a failed resync keeps the data, shows since when it is stale, and is repeated until it succeeds', async () => {
  const { store, view, loads, lastLoad } = await createReadyStore()
  const loadedAt = Date.now()
  await vi.advanceTimersByTimeAsync(7000)
  if (lastLoad()?.signal.aborted === false) await lastLoad()?.respond('100')
  const upToDateAt = Date.now()
  resync()
  await lastLoad()?.fail()
  expect(view()).toMatchObject({ position: '100' })
  const { staleSince = 0 } = store.getState()
  expect(staleSince).toBeGreaterThanOrEqual(loadedAt)
  expect(staleSince).toBeLessThanOrEqual(upToDateAt)
  for (const delay of [2000, 4000, 8000]) {
    const count = loads.length
    await vi.advanceTimersByTimeAsync(delay)
    expect(loads).toHaveLength(count + 1)
    await lastLoad()?.fail()
    expect(store.getState().staleSince).toBe(staleSince)
  }
  await vi.advanceTimersByTimeAsync(15_000)
  await lastLoad()?.respond('101')
  expect(store.getState().staleSince).toBeUndefined()
})

test('data that is gone at a reload does not stay on the screen', async () => {
  const { store, view, lastLoad } = await createReadyStore()
  resync()
  await lastLoad()?.fail(
    new RequestFailed(404, { code: 'project-not-found', message: 'Project Not Found' }, true),
  )
  expect(view()).toBe('failed')
  expect(store.getState().staleSince).toBeUndefined()
})

test('a reload ends the request of the next page, which may no longer follow', async () => {
  const signals: AbortSignal[] = []
  const { store, view, lastLoad } = await createReadyStore({
    loadMore: ({ signal }) => {
      signals.push(signal)
      return new Promise(() => undefined)
    },
  })
  void store.loadMore()
  void store.load('a')
  await lastLoad()?.respond('101')
  expect(view()).toMatchObject({ position: '101', applied: [] })
  expect(store.getState().moreState).toBe('idle')
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

test('a refresh by the user rejects when it fails', async () => {
  const { store, lastLoad } = await createReadyStore()
  const failure = store.refresh().catch((error: unknown) => error)
  await lastLoad()?.fail()
  expect(await failure).toEqual(new Error('away'))
})

test('a reconnect loads the data again, also after a failed load', async () => {
  const { store, view, lastLoad } = await createReadyStore()
  void store.load('b')
  await lastLoad()?.fail()
  expect(view()).toBe('failed')
  await dropConnection()
  await vi.advanceTimersByTimeAsync(0)
  await lastLoad()?.respond('110')
  expect(view()).toMatchObject({ position: '110' })
})

test('a paused store neither applies messages nor resyncs, and is refreshed when it resumes', async () => {
  const { store, view, loads, lastLoad } = await createReadyStore()
  store.setPaused(true)
  expect(store.getState().pausedAt).toBe(Date.now())
  const count = loads.length
  await receive('101')
  resync()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(view()).toMatchObject({ applied: [] })
  expect(loads).toHaveLength(count)
  store.setPaused(false)
  await lastLoad()?.respond('101')
  expect(view()).toMatchObject({ position: '101' })
})

test('a load that is under way when the user pauses does not change the rows', async () => {
  const { store, view, lastLoad } = await createReadyStore()
  void store.refresh()
  store.setPaused(true)
  expect(lastLoad()?.signal.aborted).toBe(true)
  await lastLoad()?.respond('105')
  expect(view()).toMatchObject({ position: '100' })
  expect(store.getState().isFetching).toBe(false)
})

test('a paused store says of when the data of another key is, and does not change it afterwards', async () => {
  const { store, view, loads, lastLoad } = await createReadyStore()
  store.setPaused(true)
  await vi.advanceTimersByTimeAsync(5000)
  void store.load('b')
  await lastLoad()?.respond('110')
  expect(view()).toMatchObject({ position: '110' })
  expect(store.getState().pausedAt).toBe(Date.now())
  const count = loads.length
  await receive('111')
  await vi.advanceTimersByTimeAsync(60_000)
  expect([view(), loads.length]).toEqual([expect.objectContaining({ position: '110' }), count])
})

test('a first load that is under way when the user pauses is shown', async () => {
  const { store, view, lastLoad } = await createReadyStore()
  void store.load('b')
  store.setPaused(true)
  await vi.advanceTimersByTimeAsync(1000)
  await lastLoad()?.respond('110')
  expect(view()).toMatchObject({ position: '110' })
  expect(store.getState().pausedAt).toBe(Date.now())
})

test.each([403, 404])('a load that the server refuses with %i is not repeated by itself', async (status) => {
  const { store, view, loads, lastLoad } = await createReadyStore()
  void store.load('b')
  await lastLoad()?.fail(new RequestFailed(status, { code: 'no', message: 'No.' }, true))
  expect(view()).toBe('failed')
  const count = loads.length
  await vi.advanceTimersByTimeAsync(300_000)
  expect(loads).toHaveLength(count)
  resync()
  expect(loads).toHaveLength(count + 1)
})

test.each([0, 408, 429, 503])('a load that fails with %i is repeated', async (status) => {
  const { store, loads, lastLoad } = await createReadyStore()
  void store.load('b')
  await lastLoad()?.fail(new RequestFailed(status, { code: 'no', message: 'No.' }, true))
  const count = loads.length
  await vi.advanceTimersByTimeAsync(2000)
  expect(loads).toHaveLength(count + 1)
})

test('a pause holds back the updates of one store only, and ends when its screen is left', async () => {
  const paused = await createReadyStore()
  const other = await createReadyStore()
  const leave = paused.store.follow()
  paused.store.setPaused(true)
  await receive('101')
  expect(other.view()).toMatchObject({ applied: ['101'] })
  leave()
  expect(paused.store.getState().pausedAt).toBeDefined()
  unsubscribers[0]?.()
  unsubscribers.shift()
  expect(paused.store.getState().pausedAt).toBeUndefined()
})

test('without followers, a store ignores messages and cancels its requests', async () => {
  const { store, view, lastLoad } = await createReadyStore()
  void store.load('b')
  unsubscribers.pop()?.()
  expect(lastLoad()?.signal.aborted).toBe(true)
  await lastLoad()?.respond('200')
  await receive('201')
  expect(view()).toBe('loading')
})

test('when the user changes, data and pending responses of the previous one are gone', async () => {
  const { store, view, loads } = await createReadyStore()
  void store.refresh()
  const [pending] = loads.slice(-1)
  clearUserData()
  expect(view()).toBe('loading')
  await pending?.respond('200')
  expect(view()).toBe('loading')
  // A screen that is still open loads the data of the next user.
  await vi.advanceTimersByTimeAsync(0)
  expect(loads.at(-1)).not.toBe(pending)
  await loads.at(-1)?.respond('50')
  expect(view()).toMatchObject({ position: '50' })
})

test('appends the next page once, and not to the data of another key', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const { store, view, lastLoad } = await createReadyStore({
    loadMore: async () => {
      await promise
      return (data) => ({ ...data, applied: [...data.applied, 'page'] })
    },
  })
  void store.loadMore()
  void store.loadMore()
  expect(store.getState().moreState).toBe('loading')
  void store.load('b')
  await lastLoad()?.respond('100')
  resolve(undefined)
  await vi.advanceTimersByTimeAsync(0)
  expect(view()).toMatchObject({ applied: [] })
  await store.loadMore()
  expect(view()).toMatchObject({ applied: ['page'] })
})
