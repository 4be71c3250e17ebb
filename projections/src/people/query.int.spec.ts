import { meResponse } from '@thirty/contracts/api/accounts/accounts.ts'
import { peopleResponse } from '@thirty/contracts/api/accounts/people.ts'
import { expect, test } from 'vitest'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import {
  userIdOf,
  personEvents,
  storeAfter,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { peopleQueries } from './query.ts'
import { peopleProjection } from './projection.ts'

const view = peopleProjection
const story = [
  personEvents('Root').registered({ role: 'admin' }, '2026-01-03T12:00:00.000Z'),
  personEvents('Ada').registered({}, '2026-01-04T12:00:00.000Z'),
  personEvents('Bob').registered({}, '2026-01-05T12:00:00.000Z'),
  personEvents('Bob').status('inactive'),
  personEvents('Bob').told({ type: 'SessionsRevoked', data: { sessionVersion: 3 } }),
]
const queries = async (more: GivenEvent[] = []) =>
  peopleQueries({
    store: await storeAfter([view], [...story, ...more]),
    projection: view,
    log: fakeEventLog(),
    clock: () => 0,
    rankOf: async () => ({ rank: 7, totalParticipants: 9 }),
    submissionCounts: async (ids) => ids.map((id) => (id === userIdOf('Ada') ? 3 : 0)),
  })
const namesOf = (people: { fullName: string }[]) => people.map(({ fullName }) => fullName)

test('everybody gets the own account with the place on the board', async () => {
  const answer = meResponse.parse(await (await queries()).me(userIdOf('Ada')))
  expect(answer).toMatchObject({
    user: { _id: userIdOf('Ada'), fullName: 'Ada', email: 'Ada@example.org', isAdmin: false },
    stats: { rank: 7, totalParticipants: 9 },
  })
})

test('the own account is told by the log while the views are away', async () => {
  const log = fakeEventLog()
  const { stream, type, data } = personEvents('Ada').registered({}, '2026-01-04T12:00:00.000Z')
  log.add(stream, type, data)
  const people = peopleQueries({
    store: await storeAfter([view], []),
    projection: view,
    log,
    clock: () => 0,
    rankOf: async () => ({ rank: null, totalParticipants: 9 }),
    submissionCounts: async () => [],
  })
  const answer = meResponse.parse(await people.me(userIdOf('Ada')))
  expect(answer).toMatchObject({ user: { fullName: 'Ada', status: 'active' }, stats: { rank: null } })
})

test('nobody else has an account', async () => {
  expect(await (await queries()).me(userIdOf('Ghost'))).toBeUndefined()
})

test('accounts are listed newest first, with their submissions', async () => {
  const { people, nextCursor } = await (await queries()).list({ limit: 100 })
  expect(namesOf(peopleResponse.parse(people))).toEqual(['Bob', 'Ada', 'Root'])
  expect(people[1]).toMatchObject({ submissions: 3, status: 'active', profileImage: null })
  expect(nextCursor).toBeNull()
})

test('a search finds by name and address in any case, a status by status', async () => {
  expect(namesOf((await (await queries()).list({ limit: 100, search: 'ROOT@' })).people)).toEqual(['Root'])
  expect(namesOf((await (await queries()).list({ limit: 100, status: 'inactive' })).people)).toEqual(['Bob'])
})

test('a search finds by username', async () => {
  expect(namesOf((await (await queries()).list({ limit: 100, search: 'bO' })).people)).toEqual(['Bob'])
})

test('a search finds with accents or without, by the same rule as that of the board', async () => {
  const told = [personEvents('Zoe').registered({ fullName: 'Zoë Łukasik' })]
  for (const search of ['zoe', 'ZOË', 'lukasik', 'Łuk'])
    expect([search, namesOf((await (await queries(told)).list({ limit: 100, search })).people)]).toEqual([
      search,
      ['Zoë Łukasik'],
    ])
})

test('admins are told nothing that could sign anybody in', async () => {
  const { people } = await (await queries()).list({ limit: 100 })
  const told = '_id fullName username email createdAt status submissions isAdmin profileImage'.split(' ')
  for (const one of people) expect(Object.keys(one).toSorted()).toEqual(told.toSorted())
})

test('authentication learns which tokens were given back', async () => {
  const people = await queries([
    personEvents('Ada').told({
      type: 'SessionEnded',
      data: { token: 'one', expiresAt: '2026-01-12T12:00:00.000Z' },
    }),
  ])
  expect(await people.sessionOf(userIdOf('Ada'))).toMatchObject({ version: 0, endedTokens: ['one'] })
})

test('pages follow one another to the end', async () => {
  const people = await queries()
  const first = await people.list({ limit: 2 })
  const second = await people.list({ limit: 2, cursor: first.nextCursor ?? undefined })
  expect(namesOf(first.people)).toEqual(['Bob', 'Ada'])
  expect(namesOf(second.people)).toEqual(['Root'])
  expect(second.nextCursor).toBeNull()
})

test('accounts are counted, all and the active ones', async () => {
  const people = await queries()
  expect(await people.count('all')).toBe(3)
  expect(await people.count('active')).toBe(2)
})

test('authentication learns version, status and role as they are now', async () => {
  const { sessionOf } = await queries()
  expect(await sessionOf(userIdOf('Bob'))).toMatchObject({ version: 3, status: 'inactive', isAdmin: false })
  expect(await sessionOf(userIdOf('Root'))).toMatchObject({ version: 0, status: 'active', isAdmin: true })
  expect(await sessionOf(userIdOf('Ghost'))).toBeUndefined()
})
