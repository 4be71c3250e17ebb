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
import type { ProjectsResponse } from '@thirty/contracts/projects/api.ts'
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
  /** Counts the projects of a day, or of all, by their status. */
  countProjects: (query: { day?: number }) => Promise<ProjectsResponse['counts']>
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
  countProjects,
  officialAverages,
}: StatisticsQueriesOptions) {
  const peopleFigures = peopleFiguresOf(store, people)

  const countDay = async (day: number): Promise<StatCards['perDay'][number]> => {
    const { submitted: pending, approved, rejected } = await countProjects({ day })
    return { day, approved, pending, rejected }
  }

  const projectFigures = async (): Promise<ProjectStatistics> => {
    const [{ all: submissions, submitted: pending, approved, rejected }, rated, ratings, averages] =
      await Promise.all([
        countProjects({}),
        store.count(projects, 'ratings'),
        store.sum(projects, 'ratings'),
        store.sum(projects, 'official'),
      ])
    return {
      submissions,
      pending,
      approved,
      rejected,
      rated,
      averageScore: ratings === 0 ? null : roundToOneDecimal(averages / ratings),
      perDay: await Promise.all(days.map(countDay)),
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
