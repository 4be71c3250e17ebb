import { expect, test } from 'vitest'
import {
  InvalidIndexEntry,
  CheckpointMismatch,
  ReadModelNotBuilt,
} from '@thirty/infra/read-models/read-models.ts'
import { board, builtBoard, idsOf, person, commitStep, type StoreUnderTest } from './board.ts'

/** What the port says about steps. */
export function checkCommits(shelf: () => StoreUnderTest) {
  test('documents, places and checkpoint change together', async () => {
    const { store } = shelf()
    const build = await builtBoard(store)
    await commitStep(store, build, 7n, { from: 1n, upserts: [person('ada', 3), person('bob', 1)] })
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
    const late = commitStep(store, build, 8n, { from: 0n, upserts: puts, deletes: ['ada'], messages: frames })
    await expect(late).rejects.toThrow(CheckpointMismatch)
    await expect(commitStep(store, build, 8n, { from: 9n })).rejects.toMatchObject({ actual: 1n })
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
      get indexEntries(): never {
        throw new InvalidIndexEntry('nowhere')
      },
    }
    const bad = commitStep(store, build, 8n, {
      from: 1n,
      deletes: ['ada'],
      upserts: [person('eve', 9), put],
      messages: frames,
    })
    await expect(bad).rejects.toThrow(InvalidIndexEntry)
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
      get indexEntries() {
        if (isBad) throw new InvalidIndexEntry('nowhere')
        return { points: { score: 9 } }
      },
    }
    const unseen = await store.beginBuild(board)
    const filled = commitStep(store, unseen, 8n, { upserts: [put] }).then(() => store.activate(unseen))
    await expect(filled).rejects.toSatisfy(
      (error) => error instanceof InvalidIndexEntry || error instanceof ReadModelNotBuilt,
    )
    expect(await idsOf(store)).toEqual(['ada'])
    const next = await store.beginBuild(board)
    await expect(commitStep(store, next, 8n, { upserts: [put] })).rejects.toThrow(InvalidIndexEntry)
    isBad = false
    await commitStep(store, next, 8n, { upserts: [put] })
    await store.activate(next)
    expect(await idsOf(store)).toEqual(['bob'])
  })

  test('the same step again is a success that changes nothing and tells nobody', async () => {
    const { store, published } = shelf()
    const build = await builtBoard(store, [person('ada', 3)])
    const change = { stepId: 'once', from: 1n, messages: [{ room: 'r', message: 'm', payload: 1 }] }
    await commitStep(store, build, 1n, { ...change, upserts: [person('ada', 4), person('bob', 1)] })
    await commitStep(store, build, 1n, { ...change, upserts: [person('ada', 9)] })
    expect(await idsOf(store)).toEqual(['bob', 'ada'])
    expect(await store.sum(board, 'points')).toBe(5)
    await commitStep(store, build, 2n, { from: 1n, messages: [{ room: 'r', message: 'm', payload: 2 }] })
    await expect.poll(() => published.map(({ payload }) => payload)).toEqual([1, 2])
  })

  test('positions beyond the exact numbers of JavaScript are kept exactly', async () => {
    const { store } = shelf()
    const build = await builtBoard(store)
    const far = 2n ** 63n - 1n
    await commitStep(store, build, far - 1n, { from: 1n })
    await expect(commitStep(store, build, far, { from: far - 2n })).rejects.toMatchObject({
      actual: far - 1n,
    })
    await commitStep(store, build, far, { from: far - 1n })
    expect(await store.checkpoint(board)).toBe(far)
    expect((await store.liveBuild(board))?.checkpoint).toBe(far)
  })

  test('frames leave after the change, in their order, each once', async () => {
    const { store, published } = shelf()
    const build = await builtBoard(store)
    const frames = [1, 2, 3].map((payload) => ({ room: 'board', message: 'changed', payload: { payload } }))
    await commitStep(store, build, 2n, { from: 1n, messages: frames.slice(0, 2) })
    await commitStep(store, build, 2n, { from: 2n, messages: frames.slice(2) })
    await expect.poll(() => published).toEqual(frames)
  })

  test('a build that nobody began is not fed', async () => {
    const { store } = shelf()
    await expect(commitStep(store, { ...board, build: 'unknown' }, 1n)).rejects.toThrow(ReadModelNotBuilt)
    expect(await store.liveBuild(board)).toBeUndefined()
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
    await commitStep(store, build, 2n, { from: 1n, deletes: ['ada', 'nobody'], upserts: puts })
    expect(await idsOf(store)).toEqual(['bob', 'ada'])
    expect(await store.count(board, 'points')).toBe(2)
    expect(await store.sum(board, 'points')).toBe(4)
    expect(await store.load(board, ['ada', 'bob'])).toEqual([puts[0]?.document, puts[3]?.document])
  })

  test('a step of ten thousand documents is one step', async () => {
    const { store } = shelf()
    const build = await builtBoard(store)
    const puts = Array.from({ length: 10_000 }, (_, at) => person(`p${at}`, at))
    await commitStep(store, build, 2n, { from: 1n, upserts: puts })
    expect(await store.count(board, 'points')).toBe(10_000)
    expect(await store.rank(board, 'points', 'p9999')).toBe(9_999)
    const ids = puts.map(({ id }) => id)
    expect(await store.load(board, ids)).toEqual(puts.map(({ document }) => document))
    await commitStep(store, build, 3n, { from: 2n, deletes: ids.slice(1) })
    expect(await idsOf(store)).toEqual(['p0'])
  })
}
