import { expect, test } from 'vitest'
import { board, type StoreUnderTest } from './board.ts'

const long = 60_000
const next = { name: 'board', version: 2 }

/** What the port says about being there. */
export function checkWorkerPresence(shelf: () => StoreUnderTest) {
  const ownersOf = async (owner: string, forMs: number) =>
    (await shelf().store.announceWorker({ owner, readModels: [board] }, forMs))
      .map((one) => one.owner)
      .toSorted()

  test('everybody who is there hears of all others, and of what they can feed', async () => {
    const { store } = shelf()
    expect(await store.announceWorker({ owner: 'ada', readModels: [board] }, long)).toEqual([
      { owner: 'ada', readModels: [board] },
    ])
    const both = await store.announceWorker({ owner: 'bob', readModels: [board, next] }, long)
    expect(both.toSorted((a, b) => (a.owner < b.owner ? -1 : 1))).toEqual([
      { owner: 'ada', readModels: [board] },
      { owner: 'bob', readModels: [board, next] },
    ])
    expect(await store.announceWorker({ owner: 'bob', readModels: [next] }, long)).toContainEqual({
      owner: 'bob',
      readModels: [next],
    })
  })

  test('who leaves is gone at once, who says nothing any more after its time', async () => {
    expect(await ownersOf('ada', long)).toEqual(['ada'])
    expect(await ownersOf('bob', 1)).toContain('ada')
    await expect.poll(() => ownersOf('ada', long)).toEqual(['ada'])
    expect(await ownersOf('bob', long)).toEqual(['ada', 'bob'])
    expect(await ownersOf('bob', 0)).toEqual(['ada'])
  })
}
