import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import { peopleQueriesOver } from '@thirty/projections/testing/people-queries.ts'
import { personEvents, userIdOf, type GivenEvent } from '@thirty/projections/testing/event-builders.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { members } from './members.ts'
import { peopleProjection } from './projection.ts'

/** Returns searches over a store for names: of all accounts, of the inactive ones, and of members. */
const searchesOver = (store: ReadModelStore) => {
  const accounts = async (search: string, status?: 'inactive') =>
    (await peopleQueriesOver(store).list({ search, limit: 20, status })).people.map(
      ({ fullName }) => fullName,
    )
  return {
    all: accounts,
    inactive: (search: string) => accounts(search, 'inactive'),
    members: async (search: string) =>
      (await members(store).page({ search, limit: 20 })).found.map(({ name }) => name),
  }
}
const storeOf = (...given: GivenEvent[]) => storeAfter([peopleProjection], given)
const registered = (...names: string[]) => names.map((name) => personEvents(name).registered())

test('finds accounts by email address for admins only', async () => {
  const search = searchesOver(await storeOf(...registered('Ada', 'Bob')))
  expect(await search.all('EXAMPLE.org')).toEqual(['Bob', 'Ada'])
  for (const address of ['example.org', '@', 'Ada@example']) expect(await search.members(address)).toEqual([])
})

test('finds the ids of the newest accounts, whatever their status', async () => {
  const named = personEvents('Zoe').event('ProfileChanged', { fullName: 'Žofia', username: '' })
  const given = [...registered('Ada', 'Bob', 'Zoe'), named, personEvents('Bob').status('inactive')]
  const { search } = peopleQueriesOver(await storeOf(...given))
  const [bob, zoe] = [userIdOf('Bob'), userIdOf('Zoe')]
  expect([await search('EXAMPLE.org', 2), await search('ZOF', 2)]).toEqual([[zoe, bob], [zoe]])
})

test.each(['all', 'members'] as const)(
  'finds a new name in a list of %s at once, and neither the old name nor a deleted account',
  async (list) => {
    const renamed = personEvents('Ada').event('ProfileChanged', { fullName: 'Žofia', username: '' })
    const given = [...registered('Ada', 'Bob', 'Eve'), renamed, personEvents('Eve').deleted()]
    const search = searchesOver(await storeOf(...given))
    const found = ['zof', 'bob', 'ada a', 'eve'].map((words) => search[list](words))
    expect(await Promise.all(found)).toEqual([['Žofia'], ['Bob'], [], []])
  },
)

test.each([
  ['members', [], 'inactive'],
  ['inactive', [personEvents('Ada').status('inactive')], 'active'],
] as const)(
  'leaves out of %s an account whose status changes after its name was read',
  async (list, earlier, status) => {
    const given = [...registered('Ada'), ...earlier]
    const before = await storeOf(...given)
    const after = await storeOf(...given, personEvents('Ada').status(status))
    expect(await searchesOver({ ...after, entries: before.entries })[list]('ada')).toEqual([])
  },
)
