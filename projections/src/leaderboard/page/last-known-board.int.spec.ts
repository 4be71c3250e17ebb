import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { showcaseResponse } from '@thirty/contracts/leaderboard/api.ts'
import { StoreUnavailable, ReadModelNotBuilt } from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import {
  userIdOf,
  personEvents,
  projectEvents,
  equalCriteria,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { readBoard } from '@thirty/projections/testing/moving-board.ts'
import { beforeCalls } from '@thirty/projections/testing/runner/around-store.ts'
import { boardQueries } from '../query.ts'
import { standings } from '../standings.ts'
import { leaderboardProjection } from '../projection.ts'
import { showcaseQuery } from '../totals.ts'

const projection = leaderboardProjection(firstHistory)
const givenEvents: GivenEvent[] = [
  ...['Ada', 'Bob', 'Cleo', 'Dan'].map((name) => personEvents(name).registered()),
  personEvents('Root').registered({ role: 'admin' }),
  ...(['Ada', 'Bob', 'Cleo'] as const).flatMap((name, index) => [
    projectEvents(name, 1).submitted(),
    projectEvents(name, 1).rated('Root', equalCriteria(5 - index)),
  ]),
]

/** A leaderboard over a store that can fail. */
async function setUp() {
  const state = { failure: undefined as Error | undefined, now: Date.parse('2026-01-05T18:00:00.000Z') }
  const store = beforeCalls(() => {
    if (state.failure) throw state.failure
  })(await storeAfter([projection], givenEvents))
  const board = standings({ store, readModel: projection, clock: () => state.now, timeZone: 'UTC' })
  const queries = boardQueries(board, firstHistory)
  const day = { day: 5, endsAt: null, ended: false, frozenAt: null, frozen: false }
  const showcase = showcaseQuery(board, () => day)
  const ask = (name: string, query?: object) => readBoard(queries, name, query)
  return { state, ask, queries, showcase }
}
const unavailable = new StoreUnavailable('away')

test.each([
  ['is unavailable', unavailable],
  ['is being rebuilt', new ReadModelNotBuilt(projection)],
])('while the leaderboard %s, returns the last known page with its time', async (_what, failure) => {
  const { state, ask } = await setUp()
  const before = await ask('Bob')
  state.now += 45_000
  state.failure = failure
  expect(await ask('Bob')).toEqual(before)
  expect((await ask('Bob')).asOf).toBe('2026-01-05T18:00:00.000Z')
})

test('while the leaderboard is unavailable, the page after a known one is found, too', async () => {
  const { state, ask } = await setUp()
  const { nextCursor } = await ask('Bob', { limit: 2 })
  const second = await ask('Bob', { limit: 2, cursor: nextCursor })
  state.failure = unavailable
  expect(await ask('Bob', { limit: 2, cursor: nextCursor })).toEqual(second)
})

test('a user who has not requested the page before gets it with their own row', async () => {
  const { state, ask } = await setUp()
  const known = await ask('Bob')
  const expected = await ask('Cleo', { limit: 50 })
  state.failure = unavailable
  const answer = await ask('Cleo')
  expect(answer.data.map(({ name, isCurrentUser }) => [name, isCurrentUser])).toEqual([
    ['Ada', false],
    ['Bob', false],
    ['Cleo', true],
    ['Dan', false],
  ])
  expect([answer.you, answer.next, answer.stats]).toEqual([expected.you, expected.next, expected.stats])
  expect([answer.position, answer.asOf]).toEqual([known.position, known.asOf])
  const leader = await ask('Ada')
  expect([leader.stats.yourRank, leader.next]).toEqual([1, null])
})

test('a user whose row is on another page gets their own row that was last returned', async () => {
  const { state, ask } = await setUp()
  const known = await ask('Dan', { limit: 2 })
  await ask('Dan', { limit: 2, around: 'me' })
  state.failure = unavailable
  const answer = await ask('Dan', { limit: 2 })
  expect([answer.stats.yourRank, answer.you, answer.next]).toEqual([4, known.you, known.next])
  expect((await ask('Dan', { limit: 2, around: 'me' })).data.map(({ name }) => name)).toEqual(['Cleo', 'Dan'])
  expect((await ask('Root', { limit: 2 })).you).toBeNull()
})

test('fails for searches and for pages that were never requested', async () => {
  const { state, ask } = await setUp()
  await ask('Dan')
  await ask('Dan', { search: 'ad' })
  state.failure = unavailable
  await expect(ask('Dan', { sort: 'streak' })).rejects.toThrow(StoreUnavailable)
  await expect(ask('Dan', { search: 'ad' })).rejects.toThrow(StoreUnavailable)
  await expect(ask('Dan', { limit: 3 })).rejects.toThrow(StoreUnavailable)
})

test('returns the last known showcase and the last known rank; without one the showcase fails, and there is no rank', async () => {
  const { state, queries, showcase } = await setUp()
  const before = showcaseResponse.omit({ success: true }).parse(await showcase())
  expect(await queries.rankOf(userIdOf('Bob'))).toEqual({ rank: 2, totalParticipants: 4 })
  state.failure = unavailable
  state.now += 60_000
  expect(await showcase()).toEqual(before)
  expect(await queries.rankOf(userIdOf('Bob'))).toEqual({ rank: 2, totalParticipants: 4 })
  expect(await queries.rankOf(userIdOf('Cleo'))).toEqual({ rank: null, totalParticipants: 4 })
  state.failure = new TypeError('odd')
  await expect(queries.rankOf(userIdOf('Bob'))).rejects.toThrow('odd')
  const { showcase: fresh, state: other } = await setUp()
  other.failure = unavailable
  await expect(fresh()).rejects.toThrow(StoreUnavailable)
})
