import { expect, test } from 'vitest'
import {
  ReadModelNotBuilt,
  type CheckpointMoved,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import { board, builtBoard, idsOf, person, commitStep, type StoreUnderTest } from './board.ts'

const range = { offset: 0, limit: 10 }
const reads: Record<string, (store: ReadModelStore) => Promise<unknown>> = {
  checkpoint: (store) => store.checkpoint(board),
  load: (store) => store.load(board, ['ada']),
  range: (store) => store.range(board, 'points', range),
  entries: (store) => store.entries(board, 'points', range),
  entriesFrom: (store) => store.entriesFrom(board, 'points', { from: undefined, limit: 1 }),
  rank: (store) => store.rank(board, 'points', 'ada'),
  count: (store) => store.count(board, 'points'),
  countBetween: (store) => store.countBetween(board, 'points', 0, 1),
  sum: (store) => store.sum(board, 'points'),
}

/** Tests the contract for builds, and which of them is read. */
export function checkBuilds(current: () => StoreUnderTest) {
  test.for(Object.keys(reads))('a read model that was never built has no %s', async (name) => {
    const { store } = current()
    expect(await store.liveBuild(board)).toBeUndefined()
    await store.beginBuild(board)
    await expect(reads[name]?.(store)).rejects.toThrow(ReadModelNotBuilt)
    expect(await store.liveBuild(board)).toBeUndefined()
  })

  test('a new build is empty and at the beginning', async () => {
    const { store } = current()
    const build = await store.beginBuild(board)
    expect(build).toMatchObject(board)
    expect(await store.checkpoint(build)).toBe(-1n)
    expect(await store.load(build, ['ada'])).toEqual([undefined])
    expect(await store.range(build, 'points', range)).toEqual([])
    expect(await store.entries(build, 'points', range)).toEqual([])
    expect(await store.rank(build, 'points', 'ada')).toBeUndefined()
    expect(await store.count(build, 'points')).toBe(0)
    expect(await store.sum(build, 'points')).toBe(0)
    await store.activate(build)
    expect(await store.liveBuild(board)).toMatchObject({ build, checkpoint: -1n })
    expect(await store.count(board, 'points')).toBe(0)
  })

  test('readers see the live build until another one, built beside it, goes live', async () => {
    const { store } = current()
    const before = await builtBoard(store, [person('a', 1)])
    const after = await store.beginBuild(board)
    await commitStep(store, after, 5n, { upserts: [person('b', 2), person('c', 3)] })
    await commitStep(store, before, 2n, { from: 1n, upserts: [person('a', 9)] })
    expect(await idsOf(store)).toEqual(['a'])
    expect(await store.sum(board, 'points')).toBe(9)
    expect(await store.load(after, ['a', 'b'])).toMatchObject([undefined, { points: 2 }])
    expect(await store.liveBuild(board)).toMatchObject({ build: before, checkpoint: 2n })
    await store.activate(after)
    expect(await idsOf(store)).toEqual(['b', 'c'])
    expect(await store.liveBuild(board)).toMatchObject({ build: after, checkpoint: 5n })
    expect(await store.checkpoint(board)).toBe(5n)
  })

  test('deletes the previous live build, and refuses late commits to it', async () => {
    const { store } = current()
    const before = await builtBoard(store, [person('a', 1)])
    const after = await store.beginBuild(board)
    await store.activate(after)
    await expect(commitStep(store, before, 2n, { from: 1n })).rejects.toThrow(ReadModelNotBuilt)
    await expect(store.load(before, ['a'])).rejects.toThrow(ReadModelNotBuilt)
    await expect(store.activate(before)).rejects.toThrow(ReadModelNotBuilt)
    expect(await store.liveBuild(board)).toMatchObject({ build: after, checkpoint: -1n })
  })

  test('activating the live build changes nothing', async () => {
    const { store } = current()
    const build = await builtBoard(store, [person('a', 1)])
    await store.activate(build)
    expect(await idsOf(store)).toEqual(['a'])
    await commitStep(store, build, 2n, { from: 1n })
    expect(await store.liveBuild(board)).toMatchObject({ build, checkpoint: 2n })
  })

  test('builds a new version of a read model beside the old one', async () => {
    const { store } = current()
    await builtBoard(store, [person('a', 1)])
    const next = { name: 'board', version: 2 }
    const build = await store.beginBuild(next)
    await commitStep(store, build, 5n, { upserts: [person('a', 2), person('b', 2)] })
    await store.activate(build)
    expect(await store.count(board, 'points')).toBe(1)
    await store.drop(board)
    expect(await store.liveBuild(board)).toBeUndefined()
    await expect(store.load(board, ['a'])).rejects.toThrow(ReadModelNotBuilt)
    expect(await store.count(next, 'points')).toBe(2)
  })

  test('drops a read model with all its builds, or a single build', async () => {
    const { store } = current()
    const live = await builtBoard(store, [person('a', 1)])
    const beside = await store.beginBuild(board)
    await store.drop(beside)
    await expect(store.checkpoint(beside)).rejects.toThrow(ReadModelNotBuilt)
    expect(await store.liveBuild(board)).toMatchObject({ build: live, checkpoint: 1n })
    const another = await store.beginBuild(board)
    await store.drop(board)
    await store.drop(board)
    await expect(commitStep(store, live, 2n, { from: 1n })).rejects.toThrow(ReadModelNotBuilt)
    await expect(store.activate(another)).rejects.toThrow(ReadModelNotBuilt)
    await builtBoard(store)
    expect(await store.count(board, 'points')).toBe(0)
  })

  test('deletes an unfinished build when the next one begins', async () => {
    const { store } = current()
    const live = await builtBoard(store, [person('a', 1)])
    const unfinished = await store.beginBuild(board)
    const next = await store.beginBuild(board)
    await expect(commitStep(store, unfinished, 1n)).rejects.toThrow(ReadModelNotBuilt)
    expect(await store.checkpoint(next)).toBe(-1n)
    expect(await store.liveBuild(board)).toMatchObject({ build: live, checkpoint: 1n })
  })

  test('notifies watchers about commits and switches of the live build, until they stop', async () => {
    const { store } = current()
    const received: CheckpointMoved[] = []
    const positions = () => received.map(({ position }) => position)
    const stop = store.watch((moved) => void received.push(moved))
    const first = await store.beginBuild(board)
    await store.activate(first)
    // Notifications may be lost while a store still connects its listener, so the first one is repeated until it
    // arrives.
    const hint = () => commitStep(store, first, -1n).then(() => received.length)
    await expect.poll(hint, { timeout: 5_000 }).toBeGreaterThan(0)
    expect(received[0]).toEqual({ readModel: board, position: -1n })
    await commitStep(store, first, 4n)
    const second = await store.beginBuild(board)
    await commitStep(store, second, 6n)
    await store.activate(second)
    await expect.poll(() => positions().slice(-2)).toEqual([4n, 6n])
    stop()
    const before = received.length
    await commitStep(store, second, 7n, { from: 6n })
    await expect.poll(() => store.checkpoint(board)).toBe(7n)
    expect(received.length).toBe(before)
  })
}
