import { expect, test } from 'vitest'
import type { CheckpointMoved } from '@thirty/infra/read-models/read-models.ts'
import { board, commitStep, type StoreUnderTest } from './board.ts'

/** Tests the contract for notifications of moved checkpoints. */
export function checkWatchers({ store }: StoreUnderTest) {
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
