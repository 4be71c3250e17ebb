import { firstHistory, scoringOf } from '@thirty/contracts/challenge/history.ts'
import { boardHistoryResponse, showcaseResponse } from '@thirty/contracts/leaderboard/api.ts'
import { expect, test } from 'vitest'
import {
  userIdOf,
  personEvents,
  projectEvents,
  equalCriteria,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { movingStore, readBoard } from '@thirty/projections/testing/moving-board.ts'
import { exportedStandings } from './exported-standings.ts'
import { boardQueries } from './query.ts'
import { standings } from './standings.ts'
import { leaderboardProjection } from './projection.ts'
import { showcaseQuery } from './totals.ts'

const now = Date.parse('2026-01-05T18:00:00.000Z')
const yesterday = '2026-01-04T12:00:00.000Z'
const today = '2026-01-05T12:00:00.000Z'

/** Ada led yesterday; today Bob caught up with her, Cleo overtook both, and Dan joined without a project. */
const givenEvents: GivenEvent[] = [
  personEvents('Ada').registered({}, yesterday),
  personEvents('Bob').registered({ fullName: 'Bob Ünal' }, yesterday),
  personEvents('Cleo').registered({}, yesterday),
  personEvents('Root').registered({ role: 'admin' }, yesterday),
  projectEvents('Ada', 1).submitted({ projectName: 'Kanban' }, yesterday),
  projectEvents('Bob', 1).submitted({}, today),
  projectEvents('Cleo', 1).submitted({}, today),
  projectEvents('Cleo', 2).submitted({ projectName: 'Chess' }, today),
  projectEvents('Cleo', 2).rated('Root', equalCriteria(4), { at: today }),
  personEvents('Dan').registered({}, today),
]

const currentDay = {
  day: 5,
  endsAt: '2026-02-07T00:00:00.000Z',
  ended: false,
  frozenAt: '2026-02-05T00:00:00.000Z',
  frozen: false,
}
const standingsAfter = async (given: GivenEvent[], { at = now, timeZone = 'UTC' } = {}) => {
  const readModel = leaderboardProjection(firstHistory, timeZone)
  const store = await storeAfter([readModel], given)
  return standings({ store, readModel, clock: () => at, timeZone })
}
const queriesAfter = async (...given: Parameters<typeof standingsAfter>) =>
  boardQueries(await standingsAfter(...given), firstHistory)
const ask = async (caller: string, query: object = {}, given = givenEvents) =>
  readBoard(await queriesAfter(given), caller, query)
type Day = ReturnType<typeof projectEvents>
const namesOf = ({ data }: { data: { name: string }[] }) => data.map(({ name }) => name)

test('shows the movement since the start of the day, and none for new participants', async () => {
  const { data } = await ask('Ada')
  expect(data.map(({ movement }) => movement)).toEqual([2, -1, -1, null])
})

test('a row shows the days with their official scores, and the newest three projects that count as they are named now', async () => {
  const days = [1, 2, 3, 4, 5].map((day) => projectEvents('Eve', day))
  const [day1, day2, day3, day4, day5] = days as [Day, Day, Day, Day, Day]
  const image = '0123456789abcdef0123456789abcdef.webp'
  const { you } = await ask('Eve', {}, [
    personEvents('Eve').registered(),
    ...days.map((day, hour) => day.submitted({}, `2026-01-05T1${hour}:00:00.000Z`)),
    day2.rated('Root', equalCriteria(4)),
    day4.rejected(),
    day1.revised({ projectName: 'Too old' }),
    day3.revised({ projectName: 'A new name', image }),
  ])
  const thumbnailUrl = `/uploads/${image.replace('.webp', '-small.webp')}`
  expect(you?.recentProjects).toMatchObject([
    { _id: day5.id, day: 5, projectName: 'Kanban' },
    { _id: day3.id, day: 3, projectName: 'A new name', thumbnailUrl },
    { _id: day2.id, day: 2, projectName: 'Kanban' },
  ])
  expect(you?.days.slice(1, 4)).toEqual([
    { day: 2, status: 'submitted', score: 4 },
    { day: 3, status: 'submitted', score: null },
    { day: 4, status: 'rejected', score: null },
  ])
})

test('returns the caller’s own row, rank and the next participant above; admins have none', async () => {
  const { data, you, next, stats } = await ask('Bob')
  expect(data.map(({ isCurrentUser }) => isCurrentUser)).toEqual([false, false, true, false])
  expect([you, next, stats.yourRank]).toEqual([data[2], { name: 'Ada', totalPoints: 5 }, 3])
  expect(await ask('Root')).toMatchObject({ you: null, next: null, stats: { yourRank: null } })
})

test('totals count all ranked participants', async () => {
  const { stats } = await ask('Root')
  expect(stats).toMatchObject({
    totalUsers: 4,
    totalSubmissions: 4,
    totalPoints: 60,
    joinedThisWeek: 4,
    submissionsToday: 3,
  })
})

test.each<[Record<string, unknown>, string[]]>([
  [{}, ['Cleo', 'Ada', 'Bob Ünal', 'Dan']],
  [{ order: 'asc' }, ['Dan', 'Bob Ünal', 'Ada', 'Cleo']],
  [{ sort: 'quality' }, ['Cleo', 'Ada', 'Bob Ünal', 'Dan']],
  [{ sort: 'streak', order: 'asc' }, ['Dan', 'Bob Ünal', 'Ada', 'Cleo']],
  [{ search: 'ada' }, ['Ada']],
])('ranks and their explanations do not depend on the list %j', async (query, names) => {
  const { data } = await ask('Ada', query)
  const rows = [
    [1, 'Cleo', 50, null],
    [2, 'Ada', 5, 'reached 5.0 first'],
    [3, 'Bob Ünal', 5, null],
    [4, 'Dan', 0, null],
  ]
  expect(data.map(({ rank, name, totalPoints, reason }) => [rank, name, totalPoints, reason])).toEqual(
    names.map((name) => rows.find((row) => row[1] === name)),
  )
})

test('a search finds names and usernames, ignoring case and accents, and keeps the ranks', async () => {
  for (const search of ['ünAL', 'unal', 'U\u0308NAL', 'b ü'])
    expect([search, namesOf(await ask('Ada', { search }))]).toEqual([search, ['Bob Ünal']])
  expect(namesOf(await ask('Ada', { search: '\u0308' }))).toHaveLength(4)
  expect((await ask('Ada', { search: 'BOB' })).data[0]).toMatchObject({ rank: 3, username: 'bob' })
  // A search matches a single name, and none of the sort keys.
  for (const search of ['zoe', 'unal b', '0000'])
    expect([search, namesOf(await ask('Ada', { search }))]).toEqual([search, []])
})

test('a search finds people without an account by the stand-in for their name, in each language', async () => {
  const given = [...givenEvents, personEvents('Dan').deleted()]
  for (const search of ['Deleted participant', 'Gelöschtes Konto', 'gelosch'])
    expect([search, namesOf(await ask('Ada', { search }, given))]).toEqual([search, ['Deleted participant']])
  expect(namesOf(await ask('Ada', { search: 'Konto von anderswo' }, given))).toEqual([])
  const exported = exportedStandings(await standingsAfter(given), scoringOf(firstHistory))
  for await (const rows of exported.parts({ search: 'Gelöschtes Konto' }))
    expect(rows).toMatchObject([{ participant: 'Deleted participant' }])
  expect.assertions(5)
})

test('explains the rank of the last row of a page and of the caller’s own row', async () => {
  const { data, nextCursor } = await ask('Ada', { limit: 2 })
  expect(data[1]).toMatchObject({ name: 'Ada', reason: 'reached 5.0 first' })
  const second = await ask('Bob', { limit: 1, cursor: nextCursor })
  expect(second.data).toMatchObject([{ name: 'Bob Ünal', reason: null }])
  expect((await ask('Ada', { limit: 1 })).you).toMatchObject({ reason: 'reached 5.0 first' })
  expect((await ask('Bob', { limit: 1 })).you).toMatchObject({ reason: null })
})

test('a project that is worth nothing ranks above none without the explanation of a tie', async () => {
  const scoring = { weights: { projects: 0, quality: 1, streak: 0 }, excluded: [] }
  const readModel = leaderboardProjection([{ run: 1, scorings: [{ position: 0n, time: 0, scoring }] }])
  const store = await storeAfter([readModel], givenEvents)
  const board = standings({ store, readModel, clock: () => now, timeZone: 'UTC' })
  const rows = await board.list('points', { offset: 1, limit: 3 })
  expect(rows.map(({ participant, reason }) => [participant.name, reason])).toEqual([
    ['Ada', 'without points for longer'],
    ['Bob Ünal', null],
    ['Dan', null],
  ])
})

test('the page around the caller contains the caller’s own row', async () => {
  expect(namesOf(await ask('Bob', { limit: 2, around: 'me' }))).toEqual(['Bob Ünal', 'Dan'])
  expect(namesOf(await ask('Bob', { limit: 2, around: 'me', order: 'asc' }))).toEqual(['Dan', 'Bob Ünal'])
  expect(namesOf(await ask('Root', { limit: 2, around: 'me' }))).toEqual(['Cleo', 'Ada'])
})

test('refuses a cursor of another list and an invalid cursor', async () => {
  const { nextCursor } = await ask('Ada', { limit: 1 })
  for (const query of [{ sort: 'streak', cursor: nextCursor }, { cursor: 'nonsense' }])
    await expect(ask('Ada', query)).rejects.toThrow('The request is malformed.')
})

test('the history has the ranks at the end of each of ten dates', async () => {
  const answer = boardHistoryResponse
    .omit({ success: true })
    .parse(await (await queriesAfter(givenEvents)).history(userIdOf('Dan')))
  expect(answer.dates).toHaveLength(10)
  expect(answer.dates.slice(-2)).toEqual(['2026-01-04', '2026-01-05'])
  expect(answer.lines.map(({ name, ranks }) => [name, ...ranks.slice(-3)])).toEqual([
    ['Cleo', null, 3, 1],
    ['Ada', null, 1, 2],
    ['Bob Ünal', null, 2, 3],
    ['Dan', null, null, 4],
  ])
  expect(answer.lines.find(({ isCurrentUser }) => isCurrentUser)?.name).toBe('Dan')
})

test('after midnight the history computes only yesterday again, once for the rows of pages and for its own', async () => {
  const readModel = leaderboardProjection(firstHistory)
  const { store, state } = await movingStore(readModel, givenEvents.slice(0, 5))
  const time = { now }
  const board = standings({ store, readModel, clock: () => time.now, timeZone: 'UTC' })
  const { history } = boardQueries(board, firstHistory)
  await history(userIdOf('Ada'))
  const { scans } = state
  await history(userIdOf('Ada'))
  expect(state.scans).toBe(scans)
  time.now += 60_001
  await history(userIdOf('Ada'))
  expect(state.scans).toBe(scans + 1)
})

test('the showcase has the first six rows without usernames', async () => {
  const more = ['Eve', 'Fay', 'Gus'].map((name) => personEvents(name).registered({}, today))
  const answer = await showcaseQuery(await standingsAfter([...givenEvents, ...more]), () => currentDay)()
  expect(showcaseResponse.omit({ success: true }).parse(answer)).toEqual(answer)
  expect(answer.rows.map(({ name }) => name)).toEqual(['Cleo', 'Ada', 'Bob Ünal', 'Dan', 'Eve', 'Fay'])
  expect(answer).toMatchObject({ day: 5, participants: 7, projects: 4, averageScore: 4 })
  expect(answer).toMatchObject({ ...currentDay, timeZone: 'UTC' })
  expect(Object.keys(answer.rows[0] ?? {})).not.toContain('username')
})

test('today, this week and the movement follow the time zone of the challenge', async () => {
  // 9 January in Auckland began on 8 January at 11:00 UTC.
  const [before, after] = ['2026-01-08T10:59:59.999Z', '2026-01-08T11:00:00.000Z']
  const given = [
    personEvents('Bob').registered({}, '2026-01-02T10:59:59.999Z'),
    personEvents('Ada').registered({}, '2026-01-02T11:00:00.000Z'),
    projectEvents('Ada', 1).submitted({}, before),
    projectEvents('Bob', 1).submitted({}, after),
    projectEvents('Bob', 2).submitted({}, after),
  ]
  const figures = async (timeZone: string) => {
    const queries = await queriesAfter(given, { at: Date.parse('2026-01-08T20:00:00Z'), timeZone })
    const { data, stats } = await readBoard(queries, 'Ada')
    const { dates, lines } = await queries.history(userIdOf('Ada'))
    return {
      today: stats.submissionsToday,
      week: stats.joinedThisWeek,
      movements: data.map(({ name, movement }) => `${name} ${movement}`),
      history: lines.map(({ name, ranks }) => [name, ...ranks.slice(-2)].join(' ')),
      lastDate: dates.at(-1),
    }
  }
  const inAuckland = { movements: ['Bob 1', 'Ada -1'], history: ['Bob 2 1', 'Ada 1 2'] }
  expect(await figures('Pacific/Auckland')).toEqual({
    ...inAuckland,
    today: 2,
    week: 1,
    lastDate: '2026-01-09',
  })
  const inUtc = { movements: ['Bob 0', 'Ada 0'], history: ['Bob 1 1', 'Ada 2 2'] }
  expect(await figures('UTC')).toEqual({ ...inUtc, today: 3, week: 2, lastDate: '2026-01-08' })
})
