import { expect, test } from 'vitest'
import { board, type Shelf } from './board.ts'

const long = 60_000
const next = { name: 'board', version: 2 }

/** What the port says about being there. */
export function checkAttendance(shelf: () => Shelf) {
  const ownersOf = async (owner: string, forMs: number) =>
    (await shelf().store.attend({ owner, views: [board] }, forMs)).map((one) => one.owner).toSorted()

  test('everybody who is there hears of all others, and of what they can feed', async () => {
    const { store } = shelf()
    expect(await store.attend({ owner: 'ada', views: [board] }, long)).toEqual([
      { owner: 'ada', views: [board] },
    ])
    const both = await store.attend({ owner: 'bob', views: [board, next] }, long)
    expect(both.toSorted((a, b) => (a.owner < b.owner ? -1 : 1))).toEqual([
      { owner: 'ada', views: [board] },
      { owner: 'bob', views: [board, next] },
    ])
    expect(await store.attend({ owner: 'bob', views: [next] }, long)).toContainEqual({
      owner: 'bob',
      views: [next],
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
