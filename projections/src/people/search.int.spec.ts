import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { peopleQueriesOver } from '@thirty/projections/testing/people-queries.ts'
import { maxScanned } from '../index-page.ts'
import { personEvents, type GivenEvent } from '@thirty/projections/testing/event-builders.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { members } from './members.ts'
import { peopleProjection } from './projection.ts'

type Query = { search: string; cursor?: string | null }

/** Returns searches over a store, each of which returns a page of at most 20 names. */
const searchesOver = (store: ReadModelStore) => {
  const pageOf = ({ search, cursor }: Query) => ({ search, cursor: cursor ?? undefined, limit: 20 })
  const accounts = async (query: Query, status?: 'inactive') => {
    const { people, nextCursor } = await peopleQueriesOver(store).list({ ...pageOf(query), status })
    return { names: people.map(({ fullName }) => fullName), nextCursor }
  }
  return {
    all: accounts,
    inactive: (query: Query) => accounts(query, 'inactive'),
    members: async (query: Query) => {
      const { found, nextCursor } = await members(store).page(pageOf(query))
      return { names: found.map(({ name }) => name), nextCursor }
    },
  }
}
const storeOf = (...given: GivenEvent[]) => storeAfter([peopleProjection], given)
const registered = (...names: string[]) => names.map((name) => personEvents(name).registered())

test(
  'a search scans a limited number of entries for a page, and the next page continues there',
  { timeout: 30_000 },
  async () => {
    const many = Array.from({ length: maxScanned + 10 }, (_, at) => `P${at}`)
    const search = searchesOver(await storeOf(...registered(...many)))
    for (const list of ['all', 'members'] as const) {
      const { names, nextCursor } = await search[list]({ search: 'p0' })
      expect(names).toEqual([])
      expect((await search[list]({ search: 'p0', cursor: nextCursor })).names).toEqual(['P0'])
    }
  },
)

test('finds accounts by email address for admins only', async () => {
  const search = searchesOver(await storeOf(...registered('Ada', 'Bob')))
  expect((await search.all({ search: 'EXAMPLE.org' })).names).toEqual(['Bob', 'Ada'])
  for (const address of ['example.org', '@', 'Ada@example'])
    expect(await search.members({ search: address })).toEqual({ names: [], nextCursor: null })
})

test('finds a new name at once, and neither the old name nor a deleted account', async () => {
  const search = searchesOver(
    await storeOf(
      ...registered('Ada', 'Bob', 'Eve'),
      personEvents('Ada').event('ProfileChanged', { fullName: 'Žofia', username: '' }),
      personEvents('Eve').deleted(),
    ),
  )
  for (const list of ['all', 'members'] as const) {
    const found = async (words: string) => (await search[list]({ search: words })).names
    expect([await found('zof'), await found('bob')]).toEqual([['Žofia'], ['Bob']])
    expect([await found('ada a'), await found('eve')]).toEqual([[], []])
  }
  expect((await search.members({ search: 'ada' })).names).toEqual([])
})

test.each([
  ['members', [], 'inactive'],
  ['inactive', [personEvents('Ada').status('inactive')], 'active'],
] as const)(
  'leaves out of %s an account whose status changes after its name was read',
  async (list, earlier, status) => {
    const given = [...registered('Ada'), ...earlier]
    const [before, after] = [
      await storeOf(...given),
      await storeOf(...given, personEvents('Ada').status(status)),
    ]
    const search = searchesOver({ ...after, entriesFrom: before.entriesFrom })
    expect((await search[list]({ search: 'ada' })).names).toEqual([])
  },
)
