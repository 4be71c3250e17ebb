import { accountEndpoints } from '@thirty/contracts/accounts/api.ts'
import { teamEndpoints } from '@thirty/contracts/team/api.ts'
import { peopleEndpoints, type Person } from '@thirty/contracts/accounts/people-api.ts'
import { expect, test } from 'vitest'
import { fakeEventLog } from '@thirty/projections/testing/fake-event-log.ts'
import { peopleQueriesOver } from '@thirty/projections/testing/people-queries.ts'
import {
  personEvents,
  projectEvents,
  userIdOf,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { askAfter } from '@thirty/projections/testing/read-model-server.ts'
import { peopleProjection } from './projection.ts'

const projection = peopleProjection
const given = [
  personEvents('Root').registered({ role: 'admin' }, '2026-01-03T12:00:00.000Z'),
  personEvents('Ada').registered({}, '2026-01-04T12:00:00.000Z'),
  personEvents('Bob').registered({}, '2026-01-05T12:00:00.000Z'),
  personEvents('Bob').status('inactive'),
  personEvents('Bob').event('SessionsRevoked', { sessionVersion: 3 }),
]
const adasDays: Person['days'] = [
  { day: 1, status: 'approved', score: 4.2 },
  { day: 2, status: 'submitted', score: null },
  { day: 4, status: 'rejected', score: null },
]
const queries = async (more: GivenEvent[] = [], others: Parameters<typeof peopleQueriesOver>[1] = {}) =>
  peopleQueriesOver(await storeAfter([projection], [...given, ...more]), {
    log: fakeEventLog(...given, ...more),
    contributions: {
      submittedDays: async (ids) => [...ids].map((id) => (id === userIdOf('Ada') ? adasDays : [])),
    },
    ...others,
  })
const namesOf = (people: { fullName: string }[]) => people.map(({ fullName }) => fullName)

test('returns the caller’s account with the leaderboard rank', async () => {
  const ask = await askAfter([...given, projectEvents('Ada', 1).submitted()])
  expect(await ask(accountEndpoints.me, 'Ada')).toMatchObject({
    user: { _id: userIdOf('Ada'), fullName: 'Ada', email: 'Ada@example.org', isAdmin: false },
    stats: { rank: 1, totalParticipants: 1 },
  })
  expect(await ask(accountEndpoints.me, 'Root')).toMatchObject({
    stats: { rank: null, totalParticipants: 1 },
  })
})

test('counts the accounts, and the active ones', async () => {
  const ask = await askAfter([...given, personEvents('Ada').status('inactive')])
  const countOf = async (count: 'count' | 'countActive') => (await ask(peopleEndpoints[count], 'Root')).count
  expect([await countOf('count'), await countOf('countActive')]).toEqual([3, 1])
})

test('returns the caller’s account from the log while the read model is unavailable', async () => {
  const log = fakeEventLog(personEvents('Ada').registered({}, '2026-01-04T12:00:00.000Z'))
  const people = peopleQueriesOver(await storeAfter([projection], []), { log })
  expect(await people.ownUser(userIdOf('Ada'))).toMatchObject({ fullName: 'Ada', status: 'active' })
})

test('does not know a user who is only in an out-of-date read model', async () => {
  // The log was put back to before the sign-up of Ada.
  const lagOf = () => Infinity
  const people = peopleQueriesOver(await storeAfter([projection], given), { log: fakeEventLog(), lagOf })
  expect(await people.sessionOf(userIdOf('Ada'))).toBeUndefined()
})

test('a pending or inactive admin has no admin rights', async () => {
  const rights = async (...more: GivenEvent[]) =>
    (await (await queries(more)).sessionOf(userIdOf('Root')))?.privileges
  expect(await rights()).toEqual({ isAdmin: true, role: 'owner' })
  const none = { isAdmin: false, role: null }
  expect(await rights(personEvents('Root').status('pending'))).toEqual(none)
  expect(await rights(personEvents('Root').status('inactive'))).toEqual(none)
  const reactivated = [personEvents('Root').status('pending'), personEvents('Root').status('active')]
  expect(await rights(...reactivated)).toEqual({ isAdmin: true, role: 'owner' })
})

test('lists admins by name, with their roles and no participants', async () => {
  const nina = personEvents('Nina').registered({ role: 'admin', adminRole: 'viewer' })
  const changed: GivenEvent = {
    stream: 'admins',
    type: 'AdminRoleChanged',
    data: { user: userIdOf('Root'), from: 'owner', to: 'reviewer' },
  }
  const team = teamEndpoints.list.response.shape.members.parse(await (await queries([nina, changed])).team())
  expect(team.map(({ fullName, role, status }) => [fullName, role, status])).toEqual([
    ['Nina', 'viewer', 'active'],
    ['Root', 'reviewer', 'active'],
  ])
})

test('lists accounts newest first, with the days and the number of their submissions', async () => {
  const { people, nextCursor } = await (await queries()).list({ limit: 100 })
  expect(namesOf(peopleEndpoints.list.response.parse(people))).toEqual(['Bob', 'Ada', 'Root'])
  expect(people[1]).toMatchObject({ submissions: 3, days: adasDays, status: 'active', profileImage: null })
  expect(people[0]).toMatchObject({ submissions: 0, days: [] })
  expect(nextCursor).toBeNull()
})

test('sends admins nothing that could be used to log in', async () => {
  const { people } = await (await queries()).list({ limit: 100 })
  const fields =
    '_id fullName username email createdAt status submissions days isAdmin role profileImage'.split(' ')
  for (const person of people)
    expect(Object.keys(person).toSorted()).toEqual([...fields, 'lastSeenAt', 'sessions'].toSorted())
})

test('counts the open sessions of a user, and tells when the last one was seen', async () => {
  const seenAt = [3, 2].map((hour) => Date.UTC(2026, 0, 6, hour))
  const session = { version: 3, issuedAt: 0, browser: null, system: null }
  const people = await queries([], {
    findOpenSessions: async (user, account) =>
      seenAt
        .map((at, index) => ({ ...session, id: `s${index}`, seenAt: at, expiresAt: at + 1 }))
        .filter(({ version }) => user === userIdOf('Bob') && version === account.sessionVersion),
  })
  const [bob, ada] = (await people.list({ limit: 100 })).people
  expect(bob).toMatchObject({ fullName: 'Bob', sessions: 2, lastSeenAt: '2026-01-06T03:00:00.000Z' })
  expect(ada).toMatchObject({ fullName: 'Ada', sessions: 0, lastSeenAt: null })
  expect(await people.openSessions(userIdOf('Bob'))).toHaveLength(2)
  expect(await people.openSessions('nobody')).toEqual([])
})

test('returns current session version and status for authentication', async () => {
  const { sessionOf } = await queries()
  expect(await sessionOf(userIdOf('Bob'))).toMatchObject({ version: 3, status: 'inactive' })
  expect(await sessionOf(userIdOf('Ghost'))).toBeUndefined()
})
