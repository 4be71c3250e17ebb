import { boardAnswer, boardQuery, showcaseAnswer } from '@thirty/contracts/api/leaderboard.ts'
import { StoreUnavailable, ViewNotBuilt, type ViewStore } from '@thirty/infra/views/views.ts'
import { expect, test } from 'vitest'
import { idOf, person, projectOf, stars, storeAfter, type Told } from '../story.ts'
import { boardQueries } from './query.ts'
import { standings } from './standings.ts'
import { leaderboardView } from './view.ts'

const view = leaderboardView(1)
const story: Told[] = [
  ...['Ada', 'Bob', 'Cleo', 'Dan'].map((name) => person(name).registered()),
  person('Root').registered({ role: 'admin' }),
  ...(['Ada', 'Bob', 'Cleo'] as const).flatMap((name, at) => [
    projectOf(name, 1).submitted(),
    projectOf(name, 1).rated('Root', stars(5 - at)),
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
  ) as ViewStore
  const board = standings({ store: shaky, view, clock: () => state.now })
  const queries = boardQueries({ board, currentDay: () => 5 })
  const ask = async (name: string, query: Record<string, unknown> = {}) => {
    const { parts, etag } = await queries.board(boardQuery.parse(query), idOf(name))
    return { answer: boardAnswer.parse(JSON.parse(Buffer.concat(parts).toString())), etag }
  }
  return { state, ask, queries }
}
const goneFor = new StoreUnavailable('away')

test.each([
  ['is away', goneFor],
  ['is being built anew', new ViewNotBuilt(view)],
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
  const before = showcaseAnswer.parse(await queries.showcase())
  state.failure = goneFor
  state.now += 60_000
  expect(await queries.showcase()).toEqual(before)
  const { queries: fresh, state: other } = await setUp()
  other.failure = goneFor
  await expect(fresh.showcase()).rejects.toThrow(StoreUnavailable)
})

test('a rank is what it was, and not known for who did not ask before', async () => {
  const { state, queries } = await setUp()
  const before = await queries.rankOf(idOf('Bob'))
  expect(before).toEqual({ rank: 2, totalParticipants: 4 })
  state.failure = goneFor
  expect(await queries.rankOf(idOf('Bob'))).toEqual(before)
  expect(await queries.rankOf(idOf('Cleo'))).toEqual({ rank: null, totalParticipants: 4 })
  state.failure = new TypeError('odd')
  await expect(queries.rankOf(idOf('Bob'))).rejects.toThrow('odd')
})
