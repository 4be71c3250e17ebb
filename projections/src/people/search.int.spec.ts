import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { countingStore, type StoreUsage } from '@thirty/projections/testing/counting-store.ts'
import { peopleQueriesOver } from '@thirty/projections/testing/people-queries.ts'
import { maxScanned } from '../index-page.ts'
import { personEvents, projectEvents, type GivenEvent } from '@thirty/projections/testing/event-builders.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { members } from './members.ts'
import { peopleProjection } from './projection.ts'

const projection = peopleProjection

type Query = { search?: string; limit?: number; cursor?: string | null }
type Page = { names: string[]; nextCursor: string | null }

/** Returns queries of the lists of people. Each returns a page of names, and how much it read from the store. */
async function lists(...given: GivenEvent[]) {
  let store = await storeAfter([projection], given)
  const { counted, work } = countingStore(() => store)
  const accounts = peopleQueriesOver(counted)
  const memberQueries = members(counted)
  const measured =
    (ask: (query: { search: string; limit: number; cursor: string | undefined }) => Promise<Page>) =>
    async ({ search = '', limit = 20, cursor }: Query) => {
      Object.assign(work, { calls: 0, documents: 0, entries: 0 } satisfies StoreUsage)
      const { names, nextCursor } = await ask({ search, limit, cursor: cursor ?? undefined })
      return { names, nextCursor, ...work }
    }
  return {
    append: async (...events: GivenEvent[]) => {
      given.push(...events)
      store = await storeAfter([projection], given)
    },
    /** Appends events during the next search, after it reads the names and before it reads the documents. */
    appendDuringSearch: (...events: GivenEvent[]) => {
      const before = store
      const entriesFrom: ReadModelStore['entriesFrom'] = async (...range) => {
        const found = await before.entriesFrom(...range)
        given.push(...events)
        store = await storeAfter([projection], given)
        return found
      }
      store = { ...before, entriesFrom }
    },
    all: measured(async (query) => {
      const { people, nextCursor } = await accounts.list(query)
      return { names: people.map(({ fullName }) => fullName), nextCursor }
    }),
    inactive: measured(async (query) => {
      const { people, nextCursor } = await accounts.list({ ...query, status: 'inactive' })
      return { names: people.map(({ fullName }) => fullName), nextCursor }
    }),
    members: measured(async (query) => {
      const { found, nextCursor } = await memberQueries.page(query)
      return { names: found.map(({ name }) => name), nextCursor }
    }),
  }
}

const manyPeople = (count: number) =>
  Array.from({ length: count }, (_, at) => personEvents(`P${at}`).registered())

test(
  'a search scans a limited number of entries for a page, and the next page continues there',
  { timeout: 30_000 },
  async () => {
    const people = await lists(...manyPeople(maxScanned + 10))
    const first = await people.all({ search: 'p7', limit: 20_000 })
    expect(first.entries).toBe(maxScanned)
    const oldest = await people.members({ search: 'p0' })
    expect(oldest.names).toEqual([])
    expect((await people.members({ search: 'p0', cursor: oldest.nextCursor })).names).toEqual(['P0'])
  },
)

test('finds accounts by email address for admins only', async () => {
  const people = await lists(personEvents('Ada').registered(), personEvents('Bob').registered())
  expect((await people.all({ search: 'EXAMPLE.org', limit: 1 })).names).toEqual(['Bob'])
  for (const search of ['example.org', '@', 'Ada@example'])
    expect(await people.members({ search, limit: 1 })).toMatchObject({
      names: [],
      nextCursor: null,
      documents: 0,
    })
})

test('finds a new name at once, and neither the old name nor a deleted account', async () => {
  const people = await lists(...['Ada', 'Bob', 'Eve'].map((name) => personEvents(name).registered()))
  await people.append(
    personEvents('Ada').event('ProfileChanged', { fullName: 'Žofia', username: '' }),
    projectEvents('Bob', 1).submitted(),
    personEvents('Eve').deleted(),
  )
  for (const list of ['all', 'members'] as const) {
    const found = async (search: string) => (await people[list]({ search })).names
    expect(await found('zof')).toEqual(['Žofia'])
    expect([await found('ada a'), await found('eve')]).toEqual([[], []])
    expect(await found('bob')).toEqual(['Bob'])
  }
  expect((await people.members({ search: 'ada' })).names).toEqual([])
})

test('leaves out an account whose status changes during the search', async () => {
  for (const list of ['members', 'inactive'] as const) {
    const people = await lists(
      personEvents('Ada').registered(),
      ...(list === 'inactive' ? [personEvents('Ada').status('inactive')] : []),
    )
    people.appendDuringSearch(personEvents('Ada').status(list === 'inactive' ? 'active' : 'inactive'))
    expect((await people[list]({ search: 'ada' })).names).toEqual([])
  }
})
