import { expect, test } from 'vitest'
import { BadPlace, OutOfStep, ViewNotBuilt } from '../views.ts'
import { board, builtBoard, idsOf, person, step, type Shelf } from './board.ts'

/** What the port says about steps. */
export function checkSteps(shelf: () => Shelf) {
  test('documents, places and checkpoint change together', async () => {
    const { store } = shelf()
    const build = await builtBoard(store)
    await step(store, build, 7n, { from: 1n, puts: [person('ada', 3), person('bob', 1)] })
    expect(await store.checkpoint(board)).toBe(7n)
    expect(await store.load(board, ['bob', 'nobody', 'ada'])).toEqual([
      { id: 'bob', points: 1, days: [1, 2] },
      undefined,
      { id: 'ada', points: 3, days: [1, 2] },
    ])
    expect(await idsOf(store)).toEqual(['bob', 'ada'])
    expect(await store.load(board, [])).toEqual([])
  })

  test('a step that starts from another place than the view changes nothing and tells nobody', async () => {
    const { store, published } = shelf()
    const build = await builtBoard(store, [person('ada', 3)])
    const frames = [{ room: 'r', message: 'm', payload: 1 }]
    const puts = [person('ada', 9), person('eve', 9)]
    const late = step(store, build, 8n, { from: 0n, puts, deletes: ['ada'], frames })
    await expect(late).rejects.toThrow(OutOfStep)
    await expect(step(store, build, 8n, { from: 9n })).rejects.toMatchObject({ actual: 1n })
    expect(await store.checkpoint(board)).toBe(1n)
    expect(await store.load(board, ['ada', 'eve'])).toEqual([
      { id: 'ada', points: 3, days: [1, 2] },
      undefined,
    ])
    expect(await idsOf(store)).toEqual(['ada'])
    expect(published).toEqual([])
  })

  test('a step with a place that cannot be said changes nothing and tells nobody', async () => {
    const { store, published } = shelf()
    const build = await builtBoard(store, [person('ada', 3)])
    const frames = [{ room: 'r', message: 'm', payload: 1 }]
    const put = {
      ...person('bob', 9),
      get indexes(): never {
        throw new BadPlace('nowhere')
      },
    }
    const bad = step(store, build, 8n, { from: 1n, deletes: ['ada'], puts: [person('eve', 9), put], frames })
    await expect(bad).rejects.toThrow(BadPlace)
    expect(await store.checkpoint(board)).toBe(1n)
    expect(await idsOf(store)).toEqual(['ada'])
    expect(published).toEqual([])
  })

  test('a bad place in a build that nobody sees is refused before anybody sees it', async () => {
    const { store } = shelf()
    await builtBoard(store, [person('ada', 3)])
    let isBad = true
    const put = {
      ...person('bob', 9),
      get indexes() {
        if (isBad) throw new BadPlace('nowhere')
        return { points: { score: 9 } }
      },
    }
    const unseen = await store.begin(board)
    const filled = step(store, unseen, 8n, { puts: [put] }).then(() => store.goLive(unseen))
    await expect(filled).rejects.toSatisfy(
      (error) => error instanceof BadPlace || error instanceof ViewNotBuilt,
    )
    expect(await idsOf(store)).toEqual(['ada'])
    const next = await store.begin(board)
    await expect(step(store, next, 8n, { puts: [put] })).rejects.toThrow(BadPlace)
    isBad = false
    await step(store, next, 8n, { puts: [put] })
    await store.goLive(next)
    expect(await idsOf(store)).toEqual(['bob'])
  })

  test('the same step again is a success that changes nothing and tells nobody', async () => {
    const { store, published } = shelf()
    const build = await builtBoard(store, [person('ada', 3)])
    const change = { id: 'once', from: 1n, frames: [{ room: 'r', message: 'm', payload: 1 }] }
    await step(store, build, 1n, { ...change, puts: [person('ada', 4), person('bob', 1)] })
    await step(store, build, 1n, { ...change, puts: [person('ada', 9)] })
    expect(await idsOf(store)).toEqual(['bob', 'ada'])
    expect(await store.sum(board, 'points')).toBe(5)
    await step(store, build, 2n, { from: 1n, frames: [{ room: 'r', message: 'm', payload: 2 }] })
    await expect.poll(() => published.map(({ payload }) => payload)).toEqual([1, 2])
  })

  test('positions beyond the exact numbers of JavaScript are kept exactly', async () => {
    const { store } = shelf()
    const build = await builtBoard(store)
    const far = 2n ** 63n - 1n
    await step(store, build, far - 1n, { from: 1n })
    await expect(step(store, build, far, { from: far - 2n })).rejects.toMatchObject({ actual: far - 1n })
    await step(store, build, far, { from: far - 1n })
    expect(await store.checkpoint(board)).toBe(far)
    expect((await store.live(board))?.checkpoint).toBe(far)
  })

  test('frames leave after the change, in their order, each once', async () => {
    const { store, published } = shelf()
    const build = await builtBoard(store)
    const frames = [1, 2, 3].map((payload) => ({ room: 'board', message: 'changed', payload: { payload } }))
    await step(store, build, 2n, { from: 1n, frames: frames.slice(0, 2) })
    await step(store, build, 2n, { from: 2n, frames: frames.slice(2) })
    await expect.poll(() => published).toEqual(frames)
  })

  test('a build that nobody began is not fed', async () => {
    const { store } = shelf()
    await expect(step(store, { ...board, build: 'unknown' }, 1n)).rejects.toThrow(ViewNotBuilt)
    expect(await store.live(board)).toBeUndefined()
  })

  test('whoever reads a document of a built view cannot change it for others', async () => {
    const { store } = shelf()
    await builtBoard(store, [person('a', 1)])
    const [document] = await store.load<{ days: number[] }>(board, ['a'])
    try {
      document?.days.push(3)
    } catch {
      // A store may answer a frozen document or a copy: both keep others safe.
    }
    expect(await store.load(board, ['a'])).toEqual([{ id: 'a', points: 1, days: [1, 2] }])
  })

  test('what a step deletes and puts, or puts twice, is there as it was put last', async () => {
    const { store } = shelf()
    const build = await builtBoard(store, [person('ada', 3), person('bob', 4, 'b')])
    const puts = [person('ada', 3), person('bob', 5, 'a'), person('bob', 4, 'b'), person('bob', 1, 'c')]
    await step(store, build, 2n, { from: 1n, deletes: ['ada', 'nobody'], puts })
    expect(await idsOf(store)).toEqual(['bob', 'ada'])
    expect(await store.count(board, 'points')).toBe(2)
    expect(await store.sum(board, 'points')).toBe(4)
    expect(await store.load(board, ['ada', 'bob'])).toEqual([puts[0]?.document, puts[3]?.document])
  })

  test('a step of ten thousand documents is one step', async () => {
    const { store } = shelf()
    const build = await builtBoard(store)
    const puts = Array.from({ length: 10_000 }, (_, at) => person(`p${at}`, at))
    await step(store, build, 2n, { from: 1n, puts })
    expect(await store.count(board, 'points')).toBe(10_000)
    expect(await store.rank(board, 'points', 'p9999')).toBe(9_999)
    const ids = puts.map(({ id }) => id)
    expect(await store.load(board, ids)).toEqual(puts.map(({ document }) => document))
    await step(store, build, 3n, { from: 2n, deletes: ids.slice(1) })
    expect(await idsOf(store)).toEqual(['p0'])
  })
}
