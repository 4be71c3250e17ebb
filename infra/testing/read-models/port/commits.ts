import { expect, test } from 'vitest'
import { nothingSeen } from '@thirty/infra/event-log/seen-history.ts'
import { InvalidIndexEntry, ReadModelNotBuilt } from '@thirty/infra/read-models/read-models.ts'
import { board, builtBoard, idsOf, person, commitStep, type StoreUnderTest } from './board.ts'

const seen = {
  upTo: 3n,
  events: [{ position: 2n ** 62n, id: 'id-1', stream: 'project-r1-d1-ada', revision: 7 }],
  changedAt: 2n,
}

/** Tests the contract for commits. */
export function checkCommits({ store, published }: StoreUnderTest) {
  let isInvalid = true
  /** A person whose index entries cannot be computed while `isInvalid`. */
  const bob = {
    ...person('bob', 9),
    get indexEntries() {
      if (isInvalid) throw new InvalidIndexEntry('nowhere')
      return { points: { score: 9 } }
    },
  }

  test('a step with an invalid index entry changes nothing and sends nothing', async () => {
    isInvalid = true
    const build = await builtBoard(store, [person('ada', 3)])
    const messages = [{ room: 'r', message: 'm', payload: 1 }]
    const change = { from: 1n, deletes: ['ada'], upserts: [person('eve', 9), bob], messages }
    await expect(commitStep(store, build, 8n, change)).rejects.toThrow(InvalidIndexEntry)
    expect(await store.checkpoint(board)).toBe(1n)
    expect(await idsOf(store)).toEqual(['ada'])
    expect(published).toEqual([])
  })

  test('refuses an invalid index entry in a build before it goes live', async () => {
    isInvalid = true
    await builtBoard(store, [person('ada', 3)])
    const build = await store.beginBuild(board)
    const commit = (to = build) => commitStep(store, to, 8n, { upserts: [bob] })
    await expect(commit().then(() => store.activate(build))).rejects.toSatisfy(
      (error) => error instanceof InvalidIndexEntry || error instanceof ReadModelNotBuilt,
    )
    expect(await idsOf(store)).toEqual(['ada'])
    const next = await store.beginBuild(board)
    await expect(commit(next)).rejects.toThrow(InvalidIndexEntry)
    isInvalid = false
    await commit(next)
    await store.activate(next)
    expect(await idsOf(store)).toEqual(['bob'])
  })

  test('a build keeps what it has seen of the log until a commit replaces it', async () => {
    const build = await builtBoard(store)
    expect(await store.liveBuild(board)).toMatchObject({ seen: nothingSeen })
    await commitStep(store, build, 3n, { from: 1n, seen })
    expect(await store.liveBuild(board)).toMatchObject({ checkpoint: 3n, seen })
    await commitStep(store, build, 4n, { from: 3n })
    expect(await store.liveBuild(board)).toMatchObject({ checkpoint: 4n, seen })
  })

  test('keeps positions beyond the safe integers of JavaScript', async () => {
    const build = await builtBoard(store)
    const far = 2n ** 63n - 1n
    await commitStep(store, build, far - 1n, { from: 1n })
    const commit = (from: bigint) => commitStep(store, build, far, { from })
    await expect(commit(far - 2n)).rejects.toMatchObject({ actual: far - 1n })
    await commit(far - 1n)
    expect(await store.checkpoint(board)).toBe(far)
    expect((await store.liveBuild(board))?.checkpoint).toBe(far)
  })

  test('a reader cannot change a document for others', async () => {
    await builtBoard(store, [person('a', 1)])
    const [document] = await store.load<{ days: number[] }>(board, ['a'])
    try {
      document?.days.push(3)
    } catch {
      // A store may return a frozen document or a copy: both protect other readers.
    }
    expect(await store.load(board, ['a'])).toEqual([{ id: 'a', points: 1, days: [1, 2] }])
  })

  test('applies ten thousand documents in one step', async () => {
    const build = await builtBoard(store)
    const upserts = Array.from({ length: 10_000 }, (_, index) => person(`p${index}`, index))
    await commitStep(store, build, 2n, { from: 1n, upserts })
    expect(await store.count(board, 'points')).toBe(10_000)
    expect(await store.rank(board, 'points', 'p9999')).toBe(9_999)
    const ids = upserts.map(({ id }) => id)
    expect(await store.load(board, ids)).toEqual(upserts.map(({ document }) => document))
    await commitStep(store, build, 3n, { from: 2n, deletes: ids.slice(1) })
    expect(await idsOf(store)).toEqual(['p0'])
  })

  test('sums of fractions do not drift', async () => {
    const people = [person('a', 0.1), person('b', 0.2), person('t', 1_767_225_600_123)]
    const build = await builtBoard(store, people)
    expect(await store.sum(board, 'points')).toBe(1_767_225_600_123.3)
    await commitStep(store, build, 2n, { from: 1n, upserts: [person('a', 0.7)], deletes: ['t'] })
    await commitStep(store, build, 3n, { from: 2n, upserts: [person('c', -0.4), person('a', 0.1)] })
    expect(await store.sum(board, 'points')).toBe(-0.1)
    await commitStep(store, build, 4n, { from: 3n, deletes: ['c'] })
    expect(await store.sum(board, 'points')).toBe(0.3)
  })
}
