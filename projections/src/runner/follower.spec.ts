import { settled, steppedTime } from '@thirty/infra/scheduler-double.ts'
import { StoreUnavailable, type Moved, type ViewKey, type ViewStore } from '@thirty/infra/views/views.ts'
import { expect, test } from 'vitest'
import { followProjections } from './follower.ts'

const board = { name: 'board', version: 2 }
const people = { name: 'people', version: 1 }

/** A store of which a web process knows nothing but where its views are, and a follower of it. */
function setUp(views: readonly ViewKey[] = [board, people]) {
  const time = steppedTime()
  const failures: unknown[] = []
  const at = new Map<string, bigint>()
  const listeners = new Set<(moved: Moved) => void>()
  const state = { isAway: false, asked: 0 }
  const store: Pick<ViewStore, 'live' | 'watch'> = {
    live: async (view) => {
      state.asked += 1
      if (state.isAway) throw new StoreUnavailable('away')
      const checkpoint = at.get(`${view.name} ${view.version}`)
      return checkpoint === undefined ? undefined : { build: { ...view, build: 'b' }, checkpoint }
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const place = (view: ViewKey, position: bigint) => void at.set(`${view.name} ${view.version}`, position)
  const hint = (view: ViewKey, position: bigint) => {
    place(view, position)
    for (const listener of listeners) listener({ view, position })
  }
  const follow = () => {
    const onFailure = (error: unknown) => void failures.push(error)
    return followProjections({ store, views, onFailure, scheduler: time, monotonic: time.now })
  }
  return { time, failures, state, place, hint, follow, listeners }
}

/** What a promise has come to, if it has. */
async function stateOf<Value>(promise: Promise<Value>): Promise<Value | 'waiting'> {
  await settled()
  return Promise.race([promise, Promise.resolve('waiting' as const)])
}

test('a position is reached when a hint said so of every registered view', async () => {
  const { hint, follow } = setUp()
  const follower = follow()
  hint(board, 5n)
  hint(people, 4n)
  const isReached = follower.reached(5n, 1_000)
  expect(await stateOf(isReached)).toBe('waiting')
  hint({ name: 'board', version: 1 }, 9n)
  hint({ name: 'stranger', version: 1 }, 9n)
  expect(await stateOf(isReached)).toBe('waiting')
  hint(people, 6n)
  expect(await isReached).toBe(true)
  expect(await follower.reached(5n, 0)).toBe(true)
  follower.stop()
})

test('hints that were lost are made up for within a second', async () => {
  const { place, follow, time } = setUp()
  const follower = follow()
  await settled()
  place(board, 5n)
  place(people, 5n)
  const isReached = follower.reached(5n, 1_500)
  await time.pass(1_000)
  expect(await stateOf(isReached)).toBe(true)
  follower.stop()
})

test('a view that was never built counts as behind, and the wait for it ends in time', async () => {
  const { hint, follow, time } = setUp()
  const follower = follow()
  hint(board, 5n)
  const isReached = follower.reached(5n, 1_000)
  await time.pass(999)
  expect(await stateOf(isReached)).toBe('waiting')
  await time.pass(1)
  expect(await stateOf(isReached)).toBe(false)
  expect(await stateOf(follower.ready)).toBe('waiting')
  expect(follower.positions()).toEqual([
    { view: board, position: 5n, isLive: true },
    { view: people, position: -1n, isLive: false },
  ])
  hint(people, -1n)
  expect(await stateOf(follower.ready)).toBeUndefined()
  follower.stop()
})

test('while the store is away nobody waits, and it is said once; when it is back the positions are true again', async () => {
  const { hint, follow, time, state, failures } = setUp()
  const follower = follow()
  hint(board, 5n)
  hint(people, 5n)
  await settled()
  state.isAway = true
  const isReached = follower.reached(6n, 60_000)
  await time.pass(5_000)
  expect(await stateOf(isReached)).toBe(false)
  expect(await stateOf(follower.reached(6n, 60_000))).toBe(false)
  expect(failures).toEqual([new StoreUnavailable('away')])
  state.isAway = false
  await time.pass(1_000)
  expect(await follower.reached(5n, 0)).toBe(true)
  follower.stop()
})

test('a view that stands still while another goes on is not waited for after five seconds, until it moves', async () => {
  const { hint, follow, time } = setUp()
  const follower = follow()
  hint(board, 5n)
  hint(people, 5n)
  await time.pass(60_000)
  hint(board, 6n)
  expect(await stateOf(follower.reached(6n, 1_000))).toBe('waiting')
  await time.pass(4_999)
  expect(follower.positions()[1]?.parked).toBeUndefined()
  await time.pass(1)
  hint(board, 7n)
  expect(follower.positions()[1]?.parked).toMatchObject({ position: 5n })
  expect(await stateOf(follower.reached(7n, 1_000))).toBe(false)
  expect(await stateOf(follower.reached(8n, 1_000))).toBe('waiting')
  hint(people, 6n)
  expect(await stateOf(follower.reached(7n, 1_000))).toBe('waiting')
  expect(follower.positions()[1]?.parked).toBeUndefined()
  follower.stop()
})

test('a view that moves on behind others is waited for, however long it is behind', async () => {
  const { hint, follow, time } = setUp()
  const follower = follow()
  hint(board, 1_000n)
  for (let at = 0n; at < 20n; at++) {
    hint(people, at)
    await time.pass(1_000)
  }
  expect(await stateOf(follower.reached(1_000n, 1_000))).toBe('waiting')
  follower.stop()
})

test('a view that is built anew may be further back than before', async () => {
  const { hint, place, follow, time } = setUp([board])
  const follower = follow()
  hint(board, 9n)
  expect(await follower.reached(9n, 0)).toBe(true)
  place(board, 4n)
  await time.pass(1_000)
  expect(await stateOf(follower.reached(9n, 1_000))).toBe('waiting')
  follower.stop()
})

test('who stops lets go of everything, and of whoever waits', async () => {
  const { follow, time, listeners, state } = setUp()
  const follower = follow()
  const isReached = follower.reached(5n, 1_000)
  await settled()
  follower.stop()
  expect(await stateOf(isReached)).toBe(false)
  expect(listeners.size + time.timers()).toBe(0)
  const { asked } = state
  await time.pass(5_000)
  expect(state.asked).toBe(asked)
})
