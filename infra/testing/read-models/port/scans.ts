import { expect, test } from 'vitest'
import {
  ReadModelNotBuilt,
  type BuildKey,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import { builtBoard, commitStep, person, type StoreUnderTest } from './board.ts'

/** Tests the contract for scans of a whole build. */
export function checkScans({ store }: StoreUnderTest) {
  /** More than a store reads at once. */
  const people = Array.from({ length: 900 }, (_, number) => person(`p${number}`, number))

  test('returns every unchanged document while others are added and removed', async () => {
    const build = await builtBoard(store, people)
    expect(await store.indexNames(build)).toEqual(['points'])
    const documents = new Set<string>()
    const entries = new Set<string>()
    let position = 1n
    const change = async () => {
      const [from, number] = [position++, Number(position)]
      const upserts = [person(`new${number}`, number)]
      await commitStep(store, build, position, { from, upserts, deletes: [`p${number}`] })
    }
    for await (const { id } of store.scanDocuments(build))
      if (documents.add(id).size % 250 === 0) await change()
    for await (const { id } of store.scanIndex(build, 'points'))
      if (entries.add(id).size % 250 === 0) await change()
    const unchanged = people.map(({ id }) => id).filter((_id, number) => number > position)
    expect(unchanged.filter((id) => !documents.has(id) || !entries.has(id))).toEqual([])
  })

  test('refuses to scan a build that was replaced, also in the middle of a scan', async () => {
    const before = await builtBoard(store, people)
    const scans: AsyncIterable<unknown>[] = [store.scanDocuments(before), store.scanIndex(before, 'points')]
    const begun = scans.map((scan) => scan[Symbol.asyncIterator]())
    for (const scan of begun) expect(await scan.next()).toMatchObject({ done: false })
    await builtBoard(store, [person('a', 1)])
    // A store may return what it has read before.
    for (const scan of begun)
      await expect(Array.fromAsync({ [Symbol.asyncIterator]: () => scan })).rejects.toThrow(ReadModelNotBuilt)
    await expect(allDocuments(store, before)).rejects.toThrow(ReadModelNotBuilt)
    await expect(allEntries(store, before, 'points')).rejects.toThrow(ReadModelNotBuilt)
    await expect(store.indexNames(before)).rejects.toThrow(ReadModelNotBuilt)
  })
}

/** Returns all documents of a build by id. */
export async function allDocuments(store: ReadModelStore, build: BuildKey) {
  const documents = await Array.fromAsync(store.scanDocuments(build))
  return new Map(
    documents.map(({ id, document, indexEntries, texts = [] }) => {
      const entries = Object.entries(indexEntries).map(([name, entry]) => [
        name,
        { tiebreaker: '', ...entry },
      ])
      return [id, { id, document, indexEntries: Object.fromEntries(entries), texts }]
    }),
  )
}

/** Returns all entries of an index by id. */
export async function allEntries(store: ReadModelStore, build: BuildKey, index: string) {
  const entries = await Array.fromAsync(store.scanIndex(build, index))
  return new Map(entries.map(({ id, ...entry }) => [id, entry]))
}
