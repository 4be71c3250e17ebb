import { boardResponse, boardQuery, showcaseResponse } from '@thirty/contracts/api/challenge/leaderboard.ts'
import {
  StoreUnavailable,
  ReadModelNotBuilt,
  type ReadModelStore,
} from '@thirty/infra/read-models/read-models.ts'
import { expect, test } from 'vitest'
import {
  userIdOf,
  personEvents,
  projectEvents,
  equalCriteria,
  storeAfter,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { boardQueries } from '../query.ts'
import { standings } from '../standings.ts'
import { leaderboardProjection } from '../projection.ts'

const view = leaderboardProjection(1)
const story: GivenEvent[] = [
  ...['Ada', 'Bob', 'Cleo', 'Dan'].map((name) => personEvents(name).registered()),
  personEvents('Root').registered({ role: 'admin' }),
  ...(['Ada', 'Bob', 'Cleo'] as const).flatMap((name, at) => [
    projectEvents(name, 1).submitted(),
    projectEvents(name, 1).rated('Root', equalCriteria(5 - at)),
  ]),
]

/** A board over a store that can go away, and one that stays, to compare with. */
async function setUp() {
  const store = await storeAfter([view], story)
  const state = { failure: undefined as Error | undefined, now: Date.parse('2026-01-05T18:00:00.000Z') }
  const shaky = Object.fromEntries(
    Object.entries(store).map(([name, read]) => [
      name,
      // Every method of a store answers a promise, whatever it is given.
      (...given: unknown[]) =>
        state.failure ? Promise.reject(state.failure) : (read as (...given: unknown[]) => unknown)(...given),
    ]),
  ) as ReadModelStore
  const board = standings({ store: shaky, readModel: view, clock: () => state.now })
  const queries = boardQueries({ standings: board, currentDay: () => 5 })
  const ask = async (name: string, query: Record<string, unknown> = {}) => {
    const { chunks: parts, etag } = await queries.board(boardQuery.parse(query), userIdOf(name))
    return { answer: boardResponse.parse(JSON.parse(Buffer.concat(parts).toString())), etag }
  }
  return { state, ask, queries }
}
const goneFor = new StoreUnavailable('away')

test.each([
  ['is away', goneFor],
  ['is being built anew', new ReadModelNotBuilt(view)],
])('while the board %s, a page is what it was, with its old time', async (_what, failure) => {
  const { state, ask } = await setUp()
  const before = await ask('Bob')
  state.now += 45_000
  state.failure = failure
  expect(await ask('Bob')).toEqual(before)
  expect((await ask('Bob')).answer.asOf).toBe('2026-01-05T18:00:00.000Z')
})

test('who did not ask before gets the page of the others, and the own row of it', async () => {
  const { state, ask } = await setUp()
  const { answer: known } = await ask('Bob')
  const { answer: expected } = await ask('Cleo', { limit: 50 })
  state.failure = goneFor
  const { answer } = await ask('Cleo')
  expect(answer.data.map(({ name, isCurrentUser }) => [name, isCurrentUser])).toEqual([
    ['Ada', false],
    ['Bob', false],
    ['Cleo', true],
    ['Dan', false],
  ])
  expect([answer.you, answer.next, answer.stats]).toEqual([expected.you, expected.next, expected.stats])
  expect([answer.position, answer.asOf]).toEqual([known.position, known.asOf])
  const leader = await ask('Ada')
  expect([leader.answer.stats.yourRank, leader.answer.next]).toEqual([1, null])
})

test('who stands on another page is told what they were told last', async () => {
  const { state, ask } = await setUp()
  const { answer: known } = await ask('Dan', { limit: 2 })
  await ask('Dan', { limit: 2, around: 'me' })
  state.failure = goneFor
  const { answer } = await ask('Dan', { limit: 2 })
  expect([answer.stats.yourRank, answer.you, answer.next]).toEqual([4, known.you, known.next])
  expect((await ask('Dan', { limit: 2, around: 'me' })).answer.data.map(({ name }) => name)).toEqual([
    'Cleo',
    'Dan',
  ])
  expect((await ask('Root', { limit: 2 })).answer.you).toBeNull()
})

test('the next page is the next page', async () => {
  const { state, ask } = await setUp()
  const { answer: first } = await ask('Dan', { limit: 2 })
  const second = await ask('Dan', { limit: 2, cursor: first.nextCursor })
  state.failure = goneFor
  expect(await ask('Dan', { limit: 2, cursor: first.nextCursor })).toEqual(second)
})

test('a page that nobody had asked for, and a search, say that they cannot be answered', async () => {
  const { state, ask } = await setUp()
  await ask('Dan')
  await ask('Dan', { search: 'ad' })
  state.failure = goneFor
  await expect(ask('Dan', { sort: 'streak' })).rejects.toThrow(StoreUnavailable)
  await expect(ask('Dan', { search: 'ad' })).rejects.toThrow(StoreUnavailable)
  await expect(ask('Dan', { limit: 3 })).rejects.toThrow(StoreUnavailable)
})

test('when it is back, the board is the present one', async () => {
  const { state, ask } = await setUp()
  await ask('Dan')
  state.failure = goneFor
  state.now += 120_000
  await ask('Dan')
  state.failure = undefined
  expect((await ask('Dan')).answer.asOf).toBe('2026-01-05T18:02:00.000Z')
})

test('what else goes wrong is not covered up with an old page', async () => {
  const { state, ask } = await setUp()
  await ask('Dan')
  state.failure = new TypeError('odd')
  await expect(ask('Dan')).rejects.toThrow('odd')
})

test('the showcase is what it was, too', async () => {
  const { state, queries } = await setUp()
  const before = showcaseResponse.parse(await queries.showcase())
  state.failure = goneFor
  state.now += 60_000
  expect(await queries.showcase()).toEqual(before)
  const { queries: fresh, state: other } = await setUp()
  other.failure = goneFor
  await expect(fresh.showcase()).rejects.toThrow(StoreUnavailable)
})

test('a rank is what it was, and not known for who did not ask before', async () => {
  const { state, queries } = await setUp()
  const before = await queries.rankOf(userIdOf('Bob'))
  expect(before).toEqual({ rank: 2, totalParticipants: 4 })
  state.failure = goneFor
  expect(await queries.rankOf(userIdOf('Bob'))).toEqual(before)
  expect(await queries.rankOf(userIdOf('Cleo'))).toEqual({ rank: null, totalParticipants: 4 })
  state.failure = new TypeError('odd')
  await expect(queries.rankOf(userIdOf('Bob'))).rejects.toThrow('odd')
})
