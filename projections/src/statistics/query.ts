import type { StatCards, StatisticsAnswer } from '@thirty/contracts/api/statistics.ts'
import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import { oneDecimal } from '@thirty/contracts/rules/points.ts'
import type { ViewKey, ViewStore } from '@thirty/infra/views/views.ts'

export type StatisticsQueries = {
  cards(): Promise<StatCards>
  statistics(): Promise<StatisticsAnswer>
}

/** Counts and sums of indexes: as quick with a million projects as with ten. */
export function statisticsQueries({ store, view }: { store: ViewStore; view: ViewKey }): StatisticsQueries {
  const count = (index: string) => store.count(view, index)
  const onDay = (index: string, day: number) => store.countBetween(view, index, day, day)

  /** A mean over all official ratings; null while there is none. */
  const mean = async (sum: string, number: string): Promise<number | null> => {
    const [total, ratings] = await Promise.all([store.sum(view, sum), store.sum(view, number)])
    return ratings === 0 ? null : oneDecimal(total / ratings)
  }
  const criterion = (key: string) => mean(`stars:${key}`, `given:${key}`)

  const perDay = (): Promise<StatCards['perDay']> =>
    Promise.all(
      Array.from({ length: totalDays }, async (_, at) => {
        const day = at + 1
        const [approved, pending, rejected] = await Promise.all([
          onDay('approved', day),
          onDay('submitted', day),
          onDay('rejected', day),
        ])
        return { day, approved, pending, rejected }
      }),
    )

  const criteria = async (): Promise<StatCards['criteria']> => {
    const [functionality, design, innovation, codeQuality, completeness] = await Promise.all([
      criterion('functionality'),
      criterion('design'),
      criterion('innovation'),
      criterion('codeQuality'),
      criterion('completeness'),
    ])
    return { functionality, design, innovation, codeQuality, completeness }
  }

  const cards = async (): Promise<StatCards> => {
    const [users, activeUsers, pending, approved, rejected, rated, averageScore] = await Promise.all([
      count('users'),
      count('active'),
      count('submitted'),
      count('approved'),
      count('rejected'),
      count('ratings'),
      mean('official', 'ratings'),
    ])
    const submissions = pending + approved + rejected
    const figures = { users, activeUsers, submissions, pending, approved, rejected, rated, averageScore }
    return { ...figures, perDay: await perDay(), criteria: await criteria() }
  }

  return {
    cards,
    statistics: async () => {
      const position = (await store.checkpoint(view)).toString()
      return { success: true, statistics: await cards(), position }
    },
  }
}
