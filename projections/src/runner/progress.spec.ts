import { nothingSeen } from '@thirty/infra/event-log/seen-history.ts'
import { flushPromises, fakeScheduler } from '@thirty/infra/testing/fake-scheduler.ts'
import {
  StoreUnavailable,
  type CheckpointMoved,
  type ReadModelKey,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import { expect, onTestFinished, test } from 'vitest'
import { ProjectionProgress } from './progress.ts'

const board = { name: 'board', version: 2 }
const people = { name: 'people', version: 1 }

/** A store with checkpoints only, and a function that follows it as a web process does. */
function setUp(readModels: ReadModelKey[] = [board, people]) {
  const time = fakeScheduler()
  const checkpoints = new Map<string, bigint>()
  const listeners = new Set<(moved: CheckpointMoved) => void>()
  const calls = { progress: 0 }
  const state = { isAway: false, damaged: '', reads: 0, outdated: [] as ReadModelKey[] }
  const store: Pick<ReadModelStore, 'liveBuild' | 'watch'> = {
    liveBuild: async (readModel) => {
      state.reads += 1
      if (state.isAway) throw new StoreUnavailable('away')
      if (state.damaged === readModel.name) throw new TypeError('damaged')
      const checkpoint = checkpoints.get(`${readModel.name} ${readModel.version}`)
      const build = { build: { ...readModel, build: 'b' }, seen: nothingSeen, epoch: 'e' }
      const outdated = state.outdated.includes(readModel) && { outdatedSince: 1 }
      return checkpoint === undefined ? undefined : { ...build, checkpoint, ...outdated }
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const setCheckpoint = (readModel: ReadModelKey, position: bigint) =>
    void checkpoints.set(`${readModel.name} ${readModel.version}`, position)
  const hint = (readModel: ReadModelKey, position: bigint) => {
    setCheckpoint(readModel, position)
    for (const listener of listeners) listener({ readModel, position })
  }
  const hintAll = (position: bigint) => readModels.forEach((readModel) => hint(readModel, position))
  const follow = () => {
    const onProgress = () => void (calls.progress += 1)
    const progress = new ProjectionProgress({ store, awaited: () => readModels, onProgress, scheduler: time })
    onTestFinished(() => progress.stop())
    return progress
  }
  return { time, calls, state, readModels, setCheckpoint, hint, hintAll, follow, listeners }
}

/** Returns the value of a resolved promise, or `waiting`. */
async function stateOf<Value>(promise: Promise<Value>): Promise<Value | 'waiting'> {
  await flushPromises()
  return Promise.race([promise, Promise.resolve('waiting' as const)])
}

test('a position is reached when hints confirm it for every registered read model in its version', async () => {
  const { hint, follow, calls } = setUp()
  const progress = follow()
  hint(people, 5n)
  hint(board, 4n)
  const isReached = progress.waitForPosition(5n, 1_000)
  expect(await stateOf(isReached)).toBe('waiting')
  hint({ name: 'board', version: 1 }, 9n)
  hint({ name: 'stranger', version: 1 }, 9n)
  expect(await stateOf(isReached)).toBe('waiting')
  const before = calls.progress
  hint(board, 6n)
  expect([await isReached, calls.progress]).toEqual([true, before + 1])
  expect(await progress.waitForPosition(5n, 0)).toBe(true)
})

test('lost hints are made up for within a second; a read model that was never built counts as lagging', async () => {
  const { setCheckpoint, follow, time } = setUp()
  const progress = follow()
  await flushPromises()
  setCheckpoint(board, 5n)
  const isReached = progress.waitForPosition(5n, 2_500)
  await time.advance(1_000)
  expect(await stateOf(isReached)).toBe('waiting')
  setCheckpoint(people, 5n)
  await time.advance(1_000)
  expect(await stateOf(isReached)).toBe(true)
  setCheckpoint(people, 4n)
  await time.advance(1_000)
  // A rebuilt read model may be lower than before.
  const lower = progress.waitForPosition(5n, 1_500)
  expect(await stateOf(lower)).toBe('waiting')
  await time.advance(1_500)
  expect(await stateOf(lower)).toBe(false)
})

test('waiting ends at once while the store is unavailable, and works again afterwards', async () => {
  const { hintAll, follow, time, state } = setUp()
  const progress = follow()
  hintAll(5n)
  await flushPromises()
  state.isAway = true
  const waits = [progress.waitForPosition(6n, 60_000)]
  await time.advance(5_000)
  waits.push(progress.waitForPosition(6n, 60_000))
  expect(await Promise.all(waits.map(stateOf))).toEqual([false, false])
  state.isAway = false
  await time.advance(1_000)
  expect(await progress.waitForPosition(5n, 0)).toBe(true)
})

test('a read model that cannot be read does not hide the progress of the others', async () => {
  const { setCheckpoint, hintAll, follow, time, state } = setUp()
  const progress = follow()
  hintAll(5n)
  await flushPromises()
  state.damaged = people.name
  setCheckpoint(board, 6n)
  const isReached = () => stateOf(progress.waitForPosition(6n, 60_000))
  await time.advance(1_000)
  expect(await isReached()).toBe('waiting')
  await time.advance(6_000)
  expect(await isReached()).toBe(false)
})

test('a read model that lags without progress for five seconds counts as parked until it advances', async () => {
  const { hint, hintAll, follow, time } = setUp()
  const progress = follow()
  hintAll(5n)
  await time.advance(60_000)
  hint(board, 6n)
  expect(await stateOf(progress.waitForPosition(6n, 1_000))).toBe('waiting')
  await time.advance(4_999)
  expect(await stateOf(progress.waitForPosition(6n, 1_000))).toBe('waiting')
  await time.advance(1)
  hint(board, 7n)
  expect(await stateOf(progress.waitForPosition(7n, 1_000))).toBe(false)
  expect(await stateOf(progress.waitForPosition(8n, 1_000))).toBe('waiting')
  hint(people, 6n)
  expect(await stateOf(progress.waitForPosition(7n, 1_000))).toBe('waiting')
})

test('a lagging read model that advances is waited for, however long it lags', async () => {
  const { hint, follow, time } = setUp()
  const progress = follow()
  hint(board, 1_000n)
  for (let position = 0n; position < 20n; position++) {
    hint(people, position)
    await time.advance(1_000)
  }
  expect(await stateOf(progress.waitForPosition(1_000n, 1_000))).toBe('waiting')
})

test('a further read model is read and waited for, until it is not awaited', async () => {
  const { setCheckpoint, follow, time, state, readModels } = setUp([board])
  const progress = follow()
  setCheckpoint(board, 5n)
  readModels.push(people)
  await time.advance(1_000)
  const isReached = progress.waitForPosition(5n, 3_000)
  expect(await stateOf(isReached)).toBe('waiting')
  readModels.pop()
  const { reads } = state
  await time.advance(900)
  expect(await stateOf(isReached)).toBe('waiting')
  await time.advance(1_100)
  expect([await stateOf(isReached), state.reads]).toEqual([true, reads + 2])
})

test('stopping ends all waiting, timers and subscriptions', async () => {
  const { follow, time, listeners, state } = setUp()
  const progress = follow()
  const isReached = progress.waitForPosition(5n, 1_000)
  await flushPromises()
  progress.stop()
  expect(await stateOf(isReached)).toBe(false)
  expect(listeners.size + time.pendingTimers()).toBe(0)
  const { reads } = state
  await time.advance(5_000)
  expect(state.reads).toBe(reads)
})

test('a position of a log that was put back is not reached by read models of the earlier log', async () => {
  const { state, setCheckpoint, hintAll, follow, time } = setUp()
  setCheckpoint(board, 90n)
  setCheckpoint(people, 90n)
  state.outdated = [board]
  const progress = follow()
  await time.advance(0)
  const isReached = progress.waitForPosition(5n, 10_000)
  await time.advance(2_000)
  // A hint that was late.
  hintAll(91n)
  expect(await stateOf(isReached)).toBe('waiting')
  state.outdated = []
  hintAll(5n)
  await time.advance(1_000)
  expect(await isReached).toBe(true)
  hintAll(6n)
  expect(await stateOf(progress.waitForPosition(6n, 0))).toBe(true)
})
