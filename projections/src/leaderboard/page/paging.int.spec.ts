import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { boardSorts } from '@thirty/contracts/leaderboard/board-sorts.ts'
import { randomRuns } from '@thirty/infra/testing/random-runs.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countingStore } from '@thirty/projections/testing/counting-store.ts'
import { maxScanned, entriesPerSlice } from '../../document-reads.ts'
import {
  personEvents,
  projectEvents,
  equalCriteria,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { movingStore, readBoard } from '@thirty/projections/testing/moving-board.ts'
import { dateBefore } from '../over-time/daily-ranks.ts'
import { boardQueries } from '../query.ts'
import { standings } from '../standings.ts'
import { leaderboardProjection } from '../projection.ts'

const projection = leaderboardProjection(firstHistory)
const now = Date.parse('2026-01-05T18:00:00.000Z')
const today = '2026-01-05T12:00:00.000Z'
const orders = ['asc', 'desc'] as const
const everyList = boardSorts.flatMap((sort) => orders.map((order) => ({ sort, order })))

/** A leaderboard to which events can be added, with the usage of its store. */
async function movingBoard(before: readonly GivenEvent[]) {
  const { store, add } = await movingStore(projection, before)
  const { counted, work } = countingStore(() => store)
  const board = standings({ store: counted, readModel: projection, clock: () => now, timeZone: 'UTC' })
  const queries = boardQueries(board, firstHistory)
  const ask = (query: object) => readBoard(queries, 'Nobody', query)
  return {
    ask,
    /** Returns the store usage of a query once caches are filled. */
    cost: async (query: object) => {
      await board.dailyRanks.atEndOf([dateBefore(now, 1, 'UTC')])
      await ask({ limit: 1 })
      Object.assign(work, { calls: 0, documents: 0, entries: 0 })
      const { data, nextCursor } = await ask(query)
      return { ...work, returned: data.length, nextCursor }
    },
    addEvents: add,
  }
}

const names = Array.from({ length: 9 }, (_, index) => `P${index}`)
const initialScores = fc.array(
  fc.record({ projects: fc.integer({ min: 0, max: 3 }), stars: fc.constantFrom(0, 2, 4) }),
  {
    minLength: names.length,
    maxLength: names.length,
  },
)
const moves = fc.array(
  fc.record({
    who: fc.nat(names.length - 1),
    what: fc.constantFrom('submit', 'withdraw', 'leave', 'rename'),
  }),
  {
    maxLength: 6,
  },
)

/** The events of a participant with a number of projects, of which the first may be rated. */
function participantEvents(
  name: string,
  { projects, stars }: { projects: number; stars: number },
): GivenEvent[] {
  const days = Array.from({ length: projects }, (_, index) => projectEvents(name, index + 1))
  return [
    personEvents(name).registered({}, today),
    ...days.map((day) => day.submitted({}, today)),
    ...days
      .slice(0, stars === 0 ? 0 : 1)
      .map((day) => day.rated('Root', equalCriteria(stars), { at: today })),
  ]
}

test(
  'participants who do not move while others do appear on exactly one page, in every sorting and in a search',
  { timeout: 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        initialScores,
        moves,
        fc.constantFrom(...everyList),
        fc.constantFrom(undefined, 'p'),
        fc.integer({ min: 1, max: 4 }),
        async (scores, movesToMake, list, search, limit) => {
          const board = await movingBoard(
            names.flatMap((name, index) =>
              participantEvents(name, scores[index] ?? { projects: 0, stars: 0 }),
            ),
          )
          const moved = new Set<string>()
          const remaining = [...movesToMake]
          const seen: string[] = []
          let cursor: string | null | undefined
          do {
            const { data, nextCursor } = await board.ask({
              ...list,
              search,
              limit,
              ...(cursor && { cursor }),
            })
            seen.push(...data.map(({ username }) => username ?? ''))
            cursor = nextCursor
            const next = remaining.shift()
            const name = next && names[next.who]
            if (name) {
              if (next.what !== 'rename') moved.add(name.toLowerCase())
              const day = projectEvents(name, 10 + remaining.length)
              if (next.what === 'submit') await board.addEvents(day.submitted({}, today))
              if (next.what === 'withdraw') await board.addEvents(projectEvents(name, 1).withdrawn(today))
              if (next.what === 'leave') await board.addEvents(personEvents(name).status('inactive', today))
              const renamed = personEvents(name).event('ProfileChanged', { fullName: `${name}p` }, today)
              if (next.what === 'rename') await board.addEvents(renamed)
            }
          } while (cursor)
          const unmoved = names.map((name) => name.toLowerCase()).filter((name) => !moved.has(name))
          expect(seen.filter((name) => !moved.has(name)).sort()).toEqual(unmoved)
        },
      ),
      { numRuns: randomRuns(40, 500) },
    )
  },
)

test.for(['', 'x y z', '-5 0', '-5  ', '1e99 0 a', 'NaN 0 a', '-5 0 __proto__'])(
  'a cursor that ends in %j is refused or harmless',
  async (after) => {
    const board = await movingBoard(
      ['Ada', 'Bob'].flatMap((name) => participantEvents(name, { projects: 1, stars: 0 })),
    )
    const { nextCursor } = await board.ask({ limit: 1 })
    const [listHash = ''] = Buffer.from(nextCursor ?? '', 'base64url')
      .toString()
      .split('.')
    const cursor = Buffer.from(`${listHash}.1.${after}`).toString('base64url')
    const answer = board.ask({ limit: 1, cursor }).then(
      ({ success }) => success,
      (problem: Error) => problem.message,
    )
    expect(['The request is malformed.', true]).toContain(await answer)
  },
)

test(
  'a search scans a limited number of entries, and the next page continues there',
  { timeout: 60_000 },
  async () => {
    const all = Array.from({ length: maxScanned + 10 }, (_, index) => `Q${index}`)
    const board = await movingBoard(all.map((name) => personEvents(name).registered({}, today)))
    const last = all.at(-1) ?? ''
    const first = await board.cost({ search: last })
    expect([first.returned, first.documents <= 3, first.entries <= maxScanned + entriesPerSlice]).toEqual([
      0,
      true,
      true,
    ])
    const second = await board.ask({ search: last, cursor: first.nextCursor })
    expect(second.data.map(({ name }) => name)).toEqual([last])
    expect(second.nextCursor).toBeNull()
  },
)

test('finds a new name at once and no longer the old one, and keeps the ranks', async () => {
  const board = await movingBoard(names.flatMap((name) => participantEvents(name, { projects: 1, stars: 0 })))
  const ranks = async () => (await board.ask({})).data.map(({ rank }) => rank)
  const found = async (search: string) =>
    (await board.ask({ search })).data.map(({ name, username }) => [name, username])
  const before = await ranks()
  expect(await found('p4')).toEqual([['P4', 'p4']])
  await board.addEvents(
    personEvents('P4').event('ProfileChanged', { fullName: 'Žofia', username: 'a_first' }),
    personEvents('P5').event('ProfileChanged', { username: '' }),
    personEvents('P6').deleted({ registered: { at: today, position: '130' } }),
  )
  const zofia = [['Žofia', 'a_first']]
  expect([await found('zof'), await found('A_F'), await found('p4')]).toEqual([zofia, zofia, []])
  expect(await found('p5')).toEqual([['P5', null]])
  expect([await found('p6'), await found('deleted')]).toEqual([[], [['Deleted participant', null]]])
  expect(await ranks()).toEqual(before)
})

test('returns the page at an offset, in every order and in a search', async () => {
  const { ask } = await movingBoard(
    names.flatMap((name, index) => participantEvents(name, { projects: index % 3, stars: index % 5 })),
  )
  for (const list of [...everyList, { search: 'P' }]) {
    const all = await ask(list)
    expect(all.data).toHaveLength(names.length)
    const page = await ask({ ...list, offset: 4, limit: 3 })
    expect(page.data).toEqual(all.data.slice(4, 7))
    expect((await ask({ ...list, limit: 3, cursor: page.nextCursor })).data).toEqual(all.data.slice(7))
    expect(await ask({ ...list, offset: 4, limit: names.length - 4 })).toMatchObject({ nextCursor: null })
    expect(await ask({ ...list, offset: 400 })).toMatchObject({ data: [], nextCursor: null })
  }
})
