import { expect, test } from 'vitest'
import { board, type StoreUnderTest } from './board.ts'

const long = 60_000
const next = { name: 'board', version: 2 }

/** Tests the contract for announcing workers. */
export function checkWorkerPresence(current: () => StoreUnderTest) {
  const ownersOf = async (owner: string, forMs: number) =>
    (await current().store.announceWorker({ owner, readModels: [board] }, forMs))
      .map((worker) => worker.owner)
      .toSorted()

  test('returns all running workers and the read models that they can build', async () => {
    const { store } = current()
    expect(await store.announceWorker({ owner: 'ada', readModels: [board] }, long)).toEqual([
      { owner: 'ada', readModels: [board] },
    ])
    const workers = await store.announceWorker({ owner: 'bob', readModels: [board, next] }, long)
    expect(workers.toSorted((a, b) => (a.owner < b.owner ? -1 : 1))).toEqual([
      { owner: 'ada', readModels: [board] },
      { owner: 'bob', readModels: [board, next] },
    ])
    expect(await store.announceWorker({ owner: 'bob', readModels: [next] }, long)).toContainEqual({
      owner: 'bob',
      readModels: [next],
    })
  })

  test('removes a leaving worker at once, and a silent one when its announcement expires', async () => {
    expect(await ownersOf('ada', long)).toEqual(['ada'])
    expect(await ownersOf('bob', 1)).toContain('ada')
    await expect.poll(() => ownersOf('ada', long)).toEqual(['ada'])
    expect(await ownersOf('bob', long)).toEqual(['ada', 'bob'])
    expect(await ownersOf('bob', 0)).toEqual(['ada'])
  })
}
