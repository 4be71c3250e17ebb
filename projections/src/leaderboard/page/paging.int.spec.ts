import {
  boardResponse,
  boardQuery,
  boardSorts,
  type BoardQuery,
} from '@thirty/contracts/api/challenge/leaderboard.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countingStore } from '@thirty/projections/testing/counting-store.ts'
import { maxScanned } from '../../newest-first.ts'
import { entriesPerSlice } from '../../index-scan.ts'
import {
  userIdOf,
  personEvents,
  projectEvents,
  equalCriteria,
  storeAfter,
  type GivenEvent,
} from '@thirty/projections/testing/event-builders.ts'
import { utcDateBefore } from '../history/daily-ranks.ts'
import { boardQueries } from '../query.ts'
import { standings } from '../standings.ts'
import { leaderboardProjection } from '../projection.ts'

const view = leaderboardProjection(1)
const now = Date.parse('2026-01-05T18:00:00.000Z')
const today = '2026-01-05T12:00:00.000Z'
const orders = ['asc', 'desc'] as const
const everyList = boardSorts.flatMap((sort) => orders.map((order) => ({ sort, order })))

/** A board that moves on, and how much is asked of its store. */
async function movingBoard(told: readonly GivenEvent[]) {
  const story = [...told]
  let store = await storeAfter([view], story)
  const { counted, work } = countingStore(() => store)
  const board = standings({ store: counted, readModel: view, clock: () => now })
  const queries = boardQueries({ standings: board, currentDay: () => 5 })
  const ask = async (query: Partial<Record<keyof BoardQuery, unknown>>, asker = 'Nobody') => {
    const { chunks: parts } = await queries.board(boardQuery.parse(query), userIdOf(asker))
    return boardResponse.parse(JSON.parse(Buffer.concat(parts).toString()))
  }
  return {
    ask,
    /** What a query costs, once what is asked for only now and then is there. */
    cost: async (query: Partial<Record<keyof BoardQuery, unknown>>) => {
      await board.dailyRanks.atEndOf([utcDateBefore(now, 1)])
      await ask({ limit: 1 })
      Object.assign(work, { calls: 0, documents: 0, entries: 0 })
      const { data, nextCursor } = await ask(query)
      return { ...work, shown: data.length, nextCursor }
    },
    goOn: async (...more: GivenEvent[]) => {
      story.push(...more)
      store = await storeAfter([view], story)
    },
  }
}

const names = Array.from({ length: 9 }, (_, at) => `P${at}`)
const beginnings = fc.array(
  fc.record({ projects: fc.integer({ min: 0, max: 3 }), stars: fc.constantFrom(0, 2, 4) }),
  {
    minLength: names.length,
    maxLength: names.length,
  },
)
const moves = fc.array(
  fc.record({ who: fc.nat(names.length - 1), what: fc.constantFrom('hand in', 'withdraw', 'leave') }),
  {
    maxLength: 6,
  },
)

/** What happened to a person before somebody began to read, and where their next project goes. */
function begun(name: string, { projects, stars: given }: { projects: number; stars: number }): GivenEvent[] {
  const days = Array.from({ length: projects }, (_, at) => projectEvents(name, at + 1))
  return [
    personEvents(name).registered({}, today),
    ...days.map((day) => day.submitted({}, today)),
    ...days
      .slice(0, given === 0 ? 0 : 1)
      .map((day) => day.rated('Root', equalCriteria(given), { at: today })),
  ]
}

test(
  'while people move, whoever did not is on one page exactly, in every sorting',
  { timeout: 60_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        beginnings,
        moves,
        fc.constantFrom(...everyList),
        fc.integer({ min: 1, max: 4 }),
        async (beginning, movesToMake, list, limit) => {
          const board = await movingBoard(
            names.flatMap((name, at) => begun(name, beginning[at] ?? { projects: 0, stars: 0 })),
          )
          const moved = new Set<string>()
          const rest = [...movesToMake]
          const seen: string[] = []
          let cursor: string | null | undefined
          do {
            const { data, nextCursor } = await board.ask({ ...list, limit, ...(cursor && { cursor }) })
            seen.push(...data.map(({ name }) => name))
            cursor = nextCursor
            const next = rest.shift()
            const name = next && names[next.who]
            if (name) {
              moved.add(name)
              const day = projectEvents(name, 10 + rest.length)
              if (next.what === 'hand in') await board.goOn(day.submitted({}, today))
              if (next.what === 'withdraw') await board.goOn(projectEvents(name, 1).withdrawn(today))
              if (next.what === 'leave') await board.goOn(personEvents(name).status('inactive', today))
            }
          } while (cursor)
          const still = names.filter((name) => !moved.has(name))
          expect(seen.filter((name) => !moved.has(name)).sort()).toEqual(still)
        },
      ),
      { numRuns: 150 },
    )
  },
)

test('a row that was shown last and moved far away holds nothing up', async () => {
  const people = ['Ada', 'Bob', 'Cleo', 'Dan', 'Eve', 'Fay']
  for (const [end, expected] of [
    [projectEvents('Cleo', 1).withdrawn(today), ['Dan', 'Eve', 'Fay', 'Cleo']],
    [personEvents('Cleo').status('inactive', today), ['Dan', 'Eve', 'Fay']],
    [projectEvents('Cleo', 2).submitted({}, today), ['Dan', 'Eve', 'Fay']],
    [projectEvents('Fay', 2).submitted({}, today), ['Dan', 'Eve']],
  ] as const) {
    const board = await movingBoard(people.flatMap((name) => begun(name, { projects: 1, stars: 0 })))
    const first = await board.ask({ limit: 3 })
    expect(first.data.map(({ name }) => name)).toEqual(['Ada', 'Bob', 'Cleo'])
    await board.goOn(end)
    const second = await board.ask({ limit: 10, cursor: first.nextCursor })
    expect(second.data.map(({ name }) => name)).toEqual(expected)
  }
})

test.for(['', 'x y z', '-5 0', '-5  ', '1e99 0 a', 'NaN 0 a', '-5 0 __proto__'])(
  'a cursor that ends in %j is refused or is at least no harm',
  async (after) => {
    const board = await movingBoard(begun('Ada', { projects: 1, stars: 0 }))
    const { nextCursor } = await (
      await movingBoard([
        ...begun('Ada', { projects: 1, stars: 0 }),
        ...begun('Bob', { projects: 1, stars: 0 }),
      ])
    ).ask({ limit: 1 })
    const [mark = ''] = Buffer.from(nextCursor ?? '', 'base64url')
      .toString()
      .split('.')
    const cursor = Buffer.from(`${mark}.1.${after}`).toString('base64url')
    const answer = board.ask({ limit: 1, cursor }).then(
      ({ success }) => success,
      (problem: Error) => problem.message,
    )
    expect(['The request is malformed.', true]).toContain(await answer)
  },
)

const people = 1_200
/** Many with the same points, as on a real board. */
const crowd = () =>
  movingBoard(
    Array.from({ length: people }, (_, at) => `Q${at}`).flatMap((name, at) =>
      begun(name, { projects: at % 4, stars: at % 3 }),
    ),
  )

test('a page costs the same wherever it is, however it is sorted', async () => {
  const board = await crowd()
  const limit = 100
  for (const list of everyList) {
    const top = await board.cost({ ...list, limit })
    const below: (typeof top)[] = []
    let cursor = top.nextCursor
    while (cursor) {
      const page = await board.cost({ ...list, limit, cursor })
      below.push(page)
      cursor = page.nextCursor
    }
    expect(below).toHaveLength(people / limit - 1)
    // Where it goes on is looked up by the last row: a rank and a document, and from below how many there are.
    for (const { calls, documents } of below) {
      expect(calls - top.calls).toBeLessThanOrEqual(3)
      expect(documents - top.documents).toBeLessThanOrEqual(2)
    }
    // In its own order the board reads one row more; otherwise each row has a rank to be looked up.
    const isInOrder = list.sort === 'totalPoints'
    expect(top.calls).toBeLessThanOrEqual(isInOrder ? 16 : 16 + 2 * limit)
    expect(top.documents).toBeLessThanOrEqual(limit + 3)
  }
})

test('where the last row moved away, the place is found in a few looks', async () => {
  const board = await crowd()
  const first = await board.ask({ sort: 'streak', limit: 100 })
  await board.goOn(personEvents(first.data.at(-1)?.name ?? '').status('inactive', today))
  const { calls } = await board.cost({ sort: 'streak', limit: 100, cursor: first.nextCursor })
  const usual = await board.cost({ sort: 'streak', limit: 100 })
  expect(calls - usual.calls).toBeLessThanOrEqual(4 + Math.ceil(Math.log2(people)))
})

test('a search reads the documents of those alone whom it shows, however many it looks at', async () => {
  const board = await crowd()
  for (const list of everyList)
    for (const [search, shown] of [
      ['nobody at all', 0],
      [`Q${people - 1}`, 1],
      ['q', 100],
    ] as const) {
      const found = await board.cost({ ...list, search, limit: 100 })
      expect(found.shown).toBe(shown)
      expect(found.documents).toBeLessThanOrEqual(shown + 3)
      expect(found.entries).toBeLessThanOrEqual(people)
      expect(found.calls).toBeLessThanOrEqual(Math.ceil(people / entriesPerSlice) + 2 * shown + 16)
    }
})

test('a search that is full looks no further', async () => {
  const board = await crowd()
  const { entries: places } = await board.cost({ search: 'q', limit: 100 })
  expect(places).toBe(entriesPerSlice)
})

test(
  'a search looks through so many and no more, and goes on where it stopped',
  { timeout: 60_000 },
  async () => {
    const all = Array.from({ length: maxScanned + 10 }, (_, at) => `Q${at}`)
    const board = await movingBoard(all.map((name) => personEvents(name).registered({}, today)))
    const last = all.at(-1) ?? ''
    const first = await board.cost({ search: last })
    expect([first.shown, first.documents <= 3, first.entries <= maxScanned + entriesPerSlice]).toEqual([
      0,
      true,
      true,
    ])
    const second = await board.ask({ search: last, cursor: first.nextCursor })
    expect(second.data.map(({ name }) => name)).toEqual([last])
    expect(second.nextCursor).toBeNull()
  },
)

test('while people move, a search passes nobody over who did not', async () => {
  const board = await movingBoard(names.flatMap((name) => begun(name, { projects: 1, stars: 0 })))
  const first = await board.ask({ search: 'p', limit: 3 })
  await board.goOn(projectEvents('P8', 2).submitted({}, today), personEvents('P0').status('inactive', today))
  const second = await board.ask({ search: 'p', limit: 9, cursor: first.nextCursor })
  expect([...first.data, ...second.data].map(({ name }) => name)).toEqual(names.slice(0, 8))
})

test('a new name is found at once, the old one no more, and neither moves anybody', async () => {
  const board = await movingBoard(names.flatMap((name) => begun(name, { projects: 1, stars: 0 })))
  const ranked = async () => (await board.ask({})).data.map(({ rank, username }) => [rank, username])
  const before = await ranked()
  const found = async (search: string) => (await board.ask({ search })).data.map(({ name }) => name)
  expect(await found('p4')).toEqual(['P4'])
  await board.goOn(
    personEvents('P4').event({ type: 'ProfileChanged', data: { fullName: 'Žofia', username: 'a_first' } }),
    personEvents('P5').event({ type: 'ProfileChanged', data: { username: '' } }),
    personEvents('P6').deleted({ registered: { at: today, position: '130' } }),
  )
  expect([await found('zof'), await found('A_F'), await found('p4')]).toEqual([['Žofia'], ['Žofia'], []])
  expect(await found('p5')).toEqual(['P5'])
  expect([await found('p6'), await found('deleted')]).toEqual([[], ['Deleted participant']])
  // Nobody is found by two names at once, nor by what stands in an order.
  expect([await found('žofia a'), await found('0000')]).toEqual([[], []])
  const after = await ranked()
  expect(after.map(([rank]) => rank)).toEqual(before.map(([rank]) => rank))
  expect(after.map(([, username]) => username)).toEqual(
    before.map(([, username]) =>
      username === 'p4' ? 'a_first' : /p[56]/.test(`${username}`) ? null : username,
    ),
  )
})

test('a list goes on where it was, although the last row has another name by then', async () => {
  for (const list of everyList) {
    const board = await movingBoard(names.flatMap((name) => begun(name, { projects: 1, stars: 0 })))
    for (const search of [undefined, 'p']) {
      const first = await board.ask({ ...list, search, limit: 3 })
      const last = first.data.at(-1)?.name ?? ''
      await board.goOn(personEvents(last).event({ type: 'ProfileChanged', data: { fullName: `${last}p` } }))
      const second = await board.ask({ ...list, search, limit: 9, cursor: first.nextCursor })
      expect([...first.data, ...second.data]).toHaveLength(names.length)
    }
  }
})
