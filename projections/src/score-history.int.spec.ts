import { userIdOf, type GivenEvent } from '@thirty/projections/testing/event-builders.ts'
import { currentRunAfter, storeAfter } from '@thirty/projections/testing/fold-events.ts'
import { randomChallenges } from '@thirty/projections/testing/random-challenge.ts'
import { randomRuns } from '@thirty/infra/testing/random-runs.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leaderboardProjection } from './leaderboard/projection.ts'
import { boardQueries } from './leaderboard/query.ts'
import { standings } from './leaderboard/standings.ts'

const historyAfter = (given: readonly GivenEvent[]) => currentRunAfter(given).history

test('the ranks of past days belong to the current history on these days', async () => {
  await fc.assert(
    fc.asyncProperty(randomChallenges(80, 40), async ({ events }) => {
      const history = historyAfter(events)
      const readModel = leaderboardProjection(history)
      const now = Date.parse(events.at(-1)?.at ?? '')
      const queriesAfter = async (some: readonly GivenEvent[]) => {
        const store = await storeAfter([readModel], some)
        const table = standings({ store, readModel, clock: () => now, timeZone: 'UTC' })
        return { table, ...boardQueries(table, history) }
      }
      const { dates, lines } = await (await queriesAfter(events)).history(userIdOf('Ada'))
      for (const [index, date] of dates.entries()) {
        const until = events.filter(({ at = '' }) => at.slice(0, date.length) <= date)
        const rows = await (await queriesAfter(until)).table.list('points', { offset: 0, limit: 10 })
        const expected = new Map(rows.map(({ id, rank }) => [id, rank]))
        for (const { id, ranks } of lines) expect(ranks[index]).toBe(expected.get(id) ?? null)
      }
    }),
    { numRuns: randomRuns(20, 60) },
  )
})
