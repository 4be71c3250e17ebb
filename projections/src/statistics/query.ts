import type {
  PeopleStatistics,
  ProjectStatistics,
  StatCards,
  StatisticsResponse,
} from '@thirty/contracts/api/admin/statistics.ts'
import { totalDays } from '@thirty/contracts/rules/challenge-day.ts'
import { roundToOneDecimal } from '@thirty/contracts/rules/points.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'

export type StatisticsQueries = {
  peopleFigures(): Promise<PeopleStatistics>
  projectFigures(): Promise<ProjectStatistics>
  /** All of them, with the position that everything counted has reached. */
  statistics(): Promise<StatisticsResponse>
}

export type StatisticsQueriesOptions = {
  store: ReadModelStore
  /** The views in whose indexes everything that counts stands anyway. */
  readModels: { projects: ReadModelKey; people: ReadModelKey }
}

/** Counts and sums of indexes: as quick with a million projects as with ten. */
export function statisticsQueries({ store, readModels: views }: StatisticsQueriesOptions): StatisticsQueries {
  const { projects, people } = views
  const count = (index: string) => store.count(projects, index)

  /** A mean over all official ratings; null while there is none. */
  const mean = async (sum: string, number: string): Promise<number | null> => {
    const [total, ratings] = await Promise.all([store.sum(projects, sum), store.sum(projects, number)])
    return ratings === 0 ? null : roundToOneDecimal(total / ratings)
  }
  const criterion = (key: string) => mean(`stars:${key}`, `given:${key}`)

  const perDay = (): Promise<StatCards['perDay']> =>
    Promise.all(
      Array.from({ length: totalDays }, async (_, at) => {
        const day = at + 1
        const [approved, pending, rejected] = await Promise.all([
          count(`day:${day}:approved`),
          count(`day:${day}:submitted`),
          count(`day:${day}:rejected`),
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

  const ofPeople = async (): Promise<PeopleStatistics> => {
    const [users, activeUsers] = await Promise.all([
      store.count(people, 'all'),
      store.count(people, 'active'),
    ])
    return { users, activeUsers }
  }

  const ofProjects = async (): Promise<ProjectStatistics> => {
    const [pending, approved, rejected, rated, averageScore] = await Promise.all([
      count('submitted'),
      count('approved'),
      count('rejected'),
      count('ratings'),
      mean('official', 'ratings'),
    ])
    const submissions = pending + approved + rejected
    const figures = { submissions, pending, approved, rejected, rated, averageScore }
    return { ...figures, perDay: await perDay(), criteria: await criteria() }
  }

  return {
    peopleFigures: ofPeople,
    projectFigures: ofProjects,
    statistics: async () => {
      const [one, other] = await Promise.all([store.checkpoint(projects), store.checkpoint(people)])
      const statistics = { ...(await ofPeople()), ...(await ofProjects()) }
      return { success: true, statistics, position: (one < other ? one : other).toString() }
    },
  }
}
