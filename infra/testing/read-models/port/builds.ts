import { expect, test } from 'vitest'
import {
  ReadModelNotBuilt,
  type CheckpointMoved,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import { board, commitStep, type StoreUnderTest } from './board.ts'

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
export function checkBuilds({ store }: StoreUnderTest) {
  test.for(Object.keys(reads))('a read model that was never built has no %s', async (name) => {
    expect(await store.liveBuild(board)).toBeUndefined()
    await store.beginBuild(board)
    await expect(reads[name]?.(store)).rejects.toThrow(ReadModelNotBuilt)
    expect(await store.liveBuild(board)).toBeUndefined()
  })

  test('notifies watchers about commits and switches of the live build, until they stop', async () => {
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
