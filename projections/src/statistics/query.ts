// Statistics have no read model: a separate one would repeat what projects and people already have. They are counted in the indexes of
// projects and accounts, so figures of the two may be a moment apart. Participation follows from them as well: a participant has one
// project a day at most, so the projects of a day are its participants. It is shown in numbers: deactivated accounts leave the leaderboard
// and their projects stay, so a share could exceed 100 %.

import type {
  PeopleStatistics,
  ProjectStatistics,
  StatCards,
  StatisticsResponse,
} from '@thirty/contracts/judging/statistics-api.ts'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { roundToOneDecimal } from '@thirty/contracts/leaderboard/points.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { lowestPosition } from '../live-position.ts'

const days = Array.from({ length: totalDays }, (_, index) => index + 1)

export type StatisticsQueries = ReturnType<typeof statisticsQueries>

export type StatisticsQueriesOptions = {
  store: ReadModelStore
  /** The read models whose indexes are counted. */
  readModels: { projects: ReadModelKey; people: ReadModelKey }
  /** Returns the mean of each criterion over the official ratings of the projects of these days. */
  officialAverages: (days: readonly number[]) => Promise<StatCards['criteria']>
}

/** Returns the figures of the accounts. */
export const peopleFiguresOf =
  (store: ReadModelStore, people: ReadModelKey) => async (): Promise<PeopleStatistics> => {
    const [users, activeUsers] = await Promise.all([
      store.count(people, 'all'),
      store.count(people, 'active'),
    ])
    return { users, activeUsers }
  }

/** Uses only counts and sums of indexes, which take constant time however many projects there are. */
export function statisticsQueries({
  store,
  readModels: { projects, people },
  officialAverages,
}: StatisticsQueriesOptions) {
  const count = (index: string) => store.count(projects, index)

  /** Returns the mean over all official ratings; null without ratings. */
  const mean = async (totalIndex: string, countIndex: string): Promise<number | null> => {
    const [total, ratings] = await Promise.all([
      store.sum(projects, totalIndex),
      store.sum(projects, countIndex),
    ])
    return ratings === 0 ? null : roundToOneDecimal(total / ratings)
  }

  const perDay = (): Promise<StatCards['perDay']> =>
    Promise.all(
      days.map(async (day) => {
        const [approved, pending, rejected] = await Promise.all([
          count(`day:${day}:approved`),
          count(`day:${day}:submitted`),
          count(`day:${day}:rejected`),
        ])
        return { day, approved, pending, rejected }
      }),
    )

  const peopleFigures = peopleFiguresOf(store, people)

  const projectFigures = async (): Promise<ProjectStatistics> => {
    const [pending, approved, rejected, rated, averageScore] = await Promise.all([
      count('submitted'),
      count('approved'),
      count('rejected'),
      count('ratings'),
      mean('official', 'ratings'),
    ])
    const submissions = pending + approved + rejected
    const figures = { submissions, pending, approved, rejected, rated, averageScore }
    return {
      ...figures,
      perDay: await perDay(),
      criteria: await officialAverages(days),
    }
  }

  return {
    peopleFigures,
    projectFigures,
    /** Returns all figures, with the lower of the two checkpoints. */
    statistics: async (): Promise<StatisticsResponse> => {
      const position = await lowestPosition(store, [projects, people])
      const statistics = { ...(await peopleFigures()), ...(await projectFigures()) }
      return { success: true, statistics, ...position }
    },
  }
}
