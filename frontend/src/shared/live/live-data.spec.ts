// @vitest-environment happy-dom
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  createData,
  createReadyData,
  installFakeTime,
  receive,
  refused,
  seconds,
} from '../../../testing/live-data.ts'
import { clearUserData } from '../storage/user-change.ts'
import { untilGone } from './live-data.ts'
import { resync } from './resync.ts'

installFakeTime()

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

test('a kept entry is used again when it is followed, and learns of a pause', async () => {
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

test.each(['one key', 'all keys'])(
  'a refresh of %s ends with the load; one that fails leaves the data, and says why',
  async (which) => {
    const { data, lastLoad } = await createReadyData()
    const ended = vi.fn<() => void>()
    void (which === 'one key' ? data.at('a').refresh() : data.refresh()).then(ended)
    await seconds(1)
    expect(ended).not.toHaveBeenCalled()
    await lastLoad()?.fail()
    expect(ended).toHaveBeenCalled()
    expect(data.at('a').getState()).toMatchObject({ state: 'ready', error: new Error('away') })
  },
)

test('a refresh of all keys loads each that is followed, and no other', async () => {
  const { data, follow, loads, unfollow } = await createReadyData()
  await unfollow()
  follow('b')
  follow('c')
  void data.refresh()
  void data.at('a').refresh()
  expect(loads.slice(3).map(({ key }) => key)).toEqual(['b', 'c'])
})

test('a command has its answer once the data is loaded again, also if that fails', async () => {
  const { data, loads, lastLoad, view } = await createReadyData()
  const { promise: command, resolve } = Promise.withResolvers<string>()
  const outcome = vi.fn<(answer: string) => void>()
  void data.after(command).then(outcome)
  expect(loads).toHaveLength(1)
  resolve('done')
  await seconds(0)
  expect([loads.length, outcome.mock.calls]).toEqual([2, []])
  await lastLoad()?.fail()
  expect(outcome).toHaveBeenCalledWith('done')
  expect(view()).toMatchObject({ position: '100' })
})

test('a command that fails loads nothing', async () => {
  const { data, loads } = await createReadyData()
  await expect(data.after(Promise.reject(refused(409)))).rejects.toMatchObject({ status: 409 })
  expect(loads).toHaveLength(1)
})

test('what somebody else has deleted is gone, what the server does not delete is not', async () => {
  await expect(untilGone(Promise.reject(refused(404)))).resolves.toBeUndefined()
  await expect(untilGone(Promise.reject(refused(403)))).rejects.toMatchObject({ status: 403 })
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

test('requests no page after the last one', async () => {
  const cursors: string[] = []
  const { state } = await createReadyData({
    loadMore: async (_key, cursor) => {
      cursors.push(cursor)
      return (data) => ({ ...data, nextCursor: null })
    },
  })
  state().loadMore()
  await seconds(0)
  state().loadMore()
  await seconds(0)
  expect([cursors, state().moreState]).toEqual([['next'], 'idle'])
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
    loadMore: (_key, _cursor, signal) => {
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
