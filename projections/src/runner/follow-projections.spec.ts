import { flushPromises, fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import {
  StoreUnavailable,
  type CheckpointMoved,
  type ReadModelKey,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { followProjections } from './follow-projections.ts'

const board = { name: 'board', version: 2 }
const people = { name: 'people', version: 1 }

/** A store of which a web process knows nothing but where its views are, and a follower of it. */
function setUp(views: readonly ReadModelKey[] = [board, people]) {
  const time = fakeScheduler()
  const failures: unknown[] = []
  const at = new Map<string, bigint>()
  const listeners = new Set<(moved: CheckpointMoved) => void>()
  const state = { isAway: false, asked: 0 }
  const store: Pick<ReadModelStore, 'liveBuild' | 'watch'> = {
    liveBuild: async (view) => {
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
  const place = (view: ReadModelKey, position: bigint) =>
    void at.set(`${view.name} ${view.version}`, position)
  const hint = (view: ReadModelKey, position: bigint) => {
    place(view, position)
    for (const listener of listeners) listener({ readModel: view, position })
  }
  const follow = () => {
    const onFailure = (error: unknown) => void failures.push(error)
    return followProjections({ store, readModels: views, onFailure, scheduler: time, monotonic: time.now })
  }
  return { time, failures, state, place, hint, follow, listeners }
}

/** What a promise has come to, if it has. */
async function stateOf<Value>(promise: Promise<Value>): Promise<Value | 'waiting'> {
  await flushPromises()
  return Promise.race([promise, Promise.resolve('waiting' as const)])
}

test('a position is reached when a hint said so of every registered view', async () => {
  const { hint, follow } = setUp()
  const follower = follow()
  hint(board, 5n)
  hint(people, 4n)
  const isReached = follower.waitForPosition(5n, 1_000)
  expect(await stateOf(isReached)).toBe('waiting')
  hint({ name: 'board', version: 1 }, 9n)
  hint({ name: 'stranger', version: 1 }, 9n)
  expect(await stateOf(isReached)).toBe('waiting')
  hint(people, 6n)
  expect(await isReached).toBe(true)
  expect(await follower.waitForPosition(5n, 0)).toBe(true)
  follower.stop()
})

test('hints that were lost are made up for within a second', async () => {
  const { place, follow, time } = setUp()
  const follower = follow()
  await flushPromises()
  place(board, 5n)
  place(people, 5n)
  const isReached = follower.waitForPosition(5n, 1_500)
  await time.advance(1_000)
  expect(await stateOf(isReached)).toBe(true)
  follower.stop()
})

test('a view that was never built counts as behind, and the wait for it ends in time', async () => {
  const { hint, follow, time } = setUp()
  const follower = follow()
  hint(board, 5n)
  const isReached = follower.waitForPosition(5n, 1_000)
  await time.advance(999)
  expect(await stateOf(isReached)).toBe('waiting')
  await time.advance(1)
  expect(await stateOf(isReached)).toBe(false)
  expect(await stateOf(follower.ready)).toBe('waiting')
  expect(follower.positions()).toEqual([
    { readModel: board, position: 5n, isLive: true },
    { readModel: people, position: -1n, isLive: false },
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
  await flushPromises()
  state.isAway = true
  const isReached = follower.waitForPosition(6n, 60_000)
  await time.advance(5_000)
  expect(await stateOf(isReached)).toBe(false)
  expect(await stateOf(follower.waitForPosition(6n, 60_000))).toBe(false)
  expect(failures).toEqual([new StoreUnavailable('away')])
  state.isAway = false
  await time.advance(1_000)
  expect(await follower.waitForPosition(5n, 0)).toBe(true)
  follower.stop()
})

test('a view that stands still while another goes on is not waited for after five seconds, until it moves', async () => {
  const { hint, follow, time } = setUp()
  const follower = follow()
  hint(board, 5n)
  hint(people, 5n)
  await time.advance(60_000)
  hint(board, 6n)
  expect(await stateOf(follower.waitForPosition(6n, 1_000))).toBe('waiting')
  await time.advance(4_999)
  expect(follower.positions()[1]?.parked).toBeUndefined()
  await time.advance(1)
  hint(board, 7n)
  expect(follower.positions()[1]?.parked).toMatchObject({ position: 5n })
  expect(await stateOf(follower.waitForPosition(7n, 1_000))).toBe(false)
  expect(await stateOf(follower.waitForPosition(8n, 1_000))).toBe('waiting')
  hint(people, 6n)
  expect(await stateOf(follower.waitForPosition(7n, 1_000))).toBe('waiting')
  expect(follower.positions()[1]?.parked).toBeUndefined()
  follower.stop()
})

test('a view that moves on behind others is waited for, however long it is behind', async () => {
  const { hint, follow, time } = setUp()
  const follower = follow()
  hint(board, 1_000n)
  for (let at = 0n; at < 20n; at++) {
    hint(people, at)
    await time.advance(1_000)
  }
  expect(await stateOf(follower.waitForPosition(1_000n, 1_000))).toBe('waiting')
  follower.stop()
})

test('a view that is built anew may be further back than before', async () => {
  const { hint, place, follow, time } = setUp([board])
  const follower = follow()
  hint(board, 9n)
  expect(await follower.waitForPosition(9n, 0)).toBe(true)
  place(board, 4n)
  await time.advance(1_000)
  expect(await stateOf(follower.waitForPosition(9n, 1_000))).toBe('waiting')
  follower.stop()
})

test('who stops lets go of everything, and of whoever waits', async () => {
  const { follow, time, listeners, state } = setUp()
  const follower = follow()
  const isReached = follower.waitForPosition(5n, 1_000)
  await flushPromises()
  follower.stop()
  expect(await stateOf(isReached)).toBe(false)
  expect(listeners.size + time.pendingTimers()).toBe(0)
  const { asked } = state
  await time.advance(5_000)
  expect(state.asked).toBe(asked)
})
