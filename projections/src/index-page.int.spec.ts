import { collect } from '@thirty/infra/testing/event-log/port/test-events.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { personEvents, storeAfter, type GivenEvent } from '@thirty/projections/testing/event-builders.ts'
import { allDocuments, documentsPage, entriesPage } from './index-page.ts'
import { peopleProjection, type Account } from './people/projection.ts'

const names = Array.from({ length: 9 }, (_, at) => `P${at}`)

/** Returns a store in which, after each read, the oldest account is deleted and a new one registers. */
async function busyStore(): Promise<{ store: ReadModelStore }> {
  const given: GivenEvent[] = names.map((name) => personEvents(name).registered())
  let store = await storeAfter([peopleProjection], given)
  let changes = 0
  const change = async () => {
    given.push(personEvents(names[changes] ?? '').deleted(), personEvents(`New${changes}`).registered())
    changes += 1
    store = await storeAfter([peopleProjection], given)
  }
  const busy = new Proxy(store, {
    get: (_target, name) => {
      // Every property of a store is one of its operations.
      const operation = Reflect.get(store, name) as (...args: unknown[]) => Promise<unknown>
      return async (...args: unknown[]) => {
        const result = await operation(...args)
        await change()
        return result
      }
    },
  })
  return { store: busy }
}

test.each([{ keep: () => true }, {}])(
  'pages hide and repeat nothing while others arrive and disappear between two reads',
  async (filter) => {
    const { store } = await busyStore()
    const found: string[] = []
    let cursor: string | null = null
    do {
      const page: { found: { document: Account }[]; nextCursor: string | null } =
        await documentsPage<Account>(
          { store, readModel: peopleProjection },
          { index: 'all', list: 'all', limit: 2, ...(cursor !== null && { cursor }), ...filter },
        )
      found.push(...page.found.map(({ document }) => document.fullName))
      cursor = page.nextCursor
    } while (cursor !== null)
    // The older half is deleted before its turn comes.
    expect(found.slice(0, 4)).toEqual(['P8', 'P7', 'P6', 'P5'])
    expect(found).toEqual(names.toReversed().slice(0, found.length))
  },
)

test('entries are read in both directions, page by page', async () => {
  const store = await storeAfter(
    [peopleProjection],
    names.map((name) => personEvents(name).registered()),
  )
  const entriesIn = async (order: 'asc' | 'desc') => {
    const pages: number[][] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof entriesPage>> = await entriesPage(
        { store, readModel: peopleProjection },
        { index: 'all', list: order, order, limit: 4, ...(cursor !== null && { cursor }) },
      )
      pages.push(page.found.map(({ entry }) => Number(entry.tiebreaker) / 10 - 1))
      cursor = page.nextCursor
    } while (cursor !== null)
    return pages
  }
  expect(await entriesIn('asc')).toEqual([[0, 1, 2, 3], [4, 5, 6, 7], [8]])
  expect(await entriesIn('desc')).toEqual([[8, 7, 6, 5], [4, 3, 2, 1], [0]])
})

type Keep = (account: Account) => boolean

test.each([
  [
    'a page',
    (store: ReadModelStore, keep: Keep) =>
      documentsPage<Account>(
        { store, readModel: peopleProjection },
        { index: 'all', list: 'all', limit: 9, keep },
      ),
  ],
  [
    'an export',
    (store: ReadModelStore, keep: Keep) =>
      collect(allDocuments<Account>({ store, readModel: peopleProjection }, 'all', { keep })),
  ],
])('others are answered between two documents whose long texts are searched for %s', async (_, search) => {
  const store = await storeAfter(
    [peopleProjection],
    names.map((name) => personEvents(name).registered()),
  )
  const seen: string[] = []
  const others = setInterval(() => seen.push('others'), 0)
  await search(store, ({ fullName }) => {
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
  const store = await storeAfter(
    [peopleProjection],
    names.map((name) => personEvents(name).registered()),
  )
  const parts = allDocuments<Account>({ store, readModel: peopleProjection }, 'all', {
    keep: ({ fullName }) => fullName > 'P6',
  })
  expect((await collect(parts)).flat().map(({ document }) => document.fullName)).toEqual(['P7', 'P8'])
})

test('the cursor of another list is refused, and so is one that no list has given', async () => {
  const store = await storeAfter(
    [peopleProjection],
    names.map((name) => personEvents(name).registered()),
  )
  const pageOf = (list: string, cursor?: string) =>
    documentsPage<Account>(
      { store, readModel: peopleProjection },
      { index: 'all', list, limit: 2, ...(cursor !== undefined && { cursor }) },
    )
  const { nextCursor } = await pageOf('all')
  for (const cursor of [nextCursor ?? '', 'nonsense'])
    await expect(pageOf('another', cursor)).rejects.toMatchObject({ code: 'malformed' })
})
