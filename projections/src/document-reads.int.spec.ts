import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { personEvents, type GivenEvent } from '@thirty/projections/testing/event-builders.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { allPages } from '@thirty/projections/testing/all-pages.ts'
import { currentStore } from '@thirty/projections/testing/counting-store.ts'
import { documentsById, allDocuments, documentsPage, entriesPage } from './document-reads.ts'
import { peopleProjection, type Account } from './people/projection.ts'

const names = Array.from({ length: 9 }, (_, at) => `P${at}`)
const registered = names.map((name) => personEvents(name).registered())
const people = async () => ({
  store: await storeAfter([peopleProjection], registered),
  readModel: peopleProjection,
})

/** Returns a store in which, after each read, the oldest account is deleted and a new one registers. */
async function busyStore(): Promise<{ store: ReadModelStore }> {
  const given: GivenEvent[] = [...registered]
  let store = await storeAfter([peopleProjection], given)
  let changes = 0
  const change = async () => {
    given.push(personEvents(names[changes] ?? '').deleted(), personEvents(`New${changes}`).registered())
    changes += 1
    store = await storeAfter([peopleProjection], given)
  }
  return { store: currentStore(() => store, change) }
}

test.each([{ keep: () => true }, {}])(
  'pages hide and repeat nothing while others arrive and disappear between two reads',
  async (filter) => {
    const source = { ...(await busyStore()), readModel: peopleProjection }
    const pages = await allPages((from) =>
      documentsPage<Account>(source, { index: 'all', list: 'all', limit: 2, ...from, ...filter }),
    )
    const found = pages.flatMap((page) => page.found.map(({ document }) => document.fullName))
    // The older half is deleted before its turn comes.
    expect(found.slice(0, 4)).toEqual(['P8', 'P7', 'P6', 'P5'])
    expect(found).toEqual(names.toReversed().slice(0, found.length))
  },
)

test('entries are read in both directions, page by page', async () => {
  const source = await people()
  const entriesIn = async (order: 'asc' | 'desc') => {
    const pages = await allPages((from) =>
      entriesPage(source, { index: 'all', list: order, order, limit: 4, ...from }),
    )
    return pages.map(({ found }) => found.map(({ tiebreaker }) => Number(tiebreaker) / 10 - 1))
  }
  expect(await entriesIn('asc')).toEqual([[0, 1, 2, 3], [4, 5, 6, 7], [8]])
  expect(await entriesIn('desc')).toEqual([[8, 7, 6, 5], [4, 3, 2, 1], [0]])
})

type Keep = (account: Account) => boolean
type Source = Awaited<ReturnType<typeof people>>

test.each([
  [
    'a page',
    (source: Source, keep: Keep) =>
      documentsPage<Account>(source, { index: 'all', list: 'all', limit: 9, keep }),
  ],
  [
    'an export',
    (source: Source, keep: Keep) => Array.fromAsync(allDocuments<Account>(source, 'all', { keep })),
  ],
])('others are answered between two documents whose long texts are searched for %s', async (_, search) => {
  const seen: string[] = []
  const others = setInterval(() => seen.push('others'), 0)
  await search(await people(), ({ fullName }) => {
    seen.push(fullName)
    for (const since = performance.now(); performance.now() - since < 10;);
    return fullName !== 'P3'
  })
  clearInterval(others)
  const [first, last] = [
    seen.findIndex((one) => one !== 'others'),
    seen.findLastIndex((one) => one !== 'others'),
  ]
  expect(seen.slice(first, last)).toContain('others')
})

test('an export has only the documents that are kept', async () => {
  const parts = allDocuments<Account>(await people(), 'all', { keep: ({ fullName }) => fullName > 'P6' })
  expect((await Array.fromAsync(parts)).flat().map(({ document }) => document.fullName)).toEqual(['P7', 'P8'])
})

test('the cursor of another list is refused, and so is one that no list has given', async () => {
  const source = await people()
  const pageOf = (list: string, cursor?: string) =>
    documentsPage<Account>(source, { index: 'all', list, limit: 2, ...(cursor !== undefined && { cursor }) })
  const { nextCursor } = await pageOf('all')
  for (const cursor of [nextCursor ?? '', 'nonsense'])
    await expect(pageOf('another', cursor)).rejects.toMatchObject({ code: 'malformed' })
})

test('more documents than one read returns are found by their ids, each once', async () => {
  const many = Array.from({ length: 1_100 }, (_, at) => personEvents(`U${at}`))
  const store = await storeAfter(
    [peopleProjection],
    many.map((person) => person.registered()),
  )
  const ids = many.map(({ id }) => id)
  const found = await documentsById({ store, readModel: peopleProjection }, [...ids, ...ids])
  expect([...found.keys()]).toEqual(ids)
})
