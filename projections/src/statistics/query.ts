// The statistics of admins: figures of the projects and accounts of now; `reviews/review-statistics.ts` of projects has the figures of
// reviews. They have no read model, which would repeat what projects and people already have, but are counted in the indexes of both, so
// figures of the two may be a moment apart. Participation follows from them as well: a participant has one project a day at most, so the
// projects of a day are its participants. It is shown in numbers: deactivated accounts leave the leaderboard and their projects stay, so a
// share could exceed 100 %.

import {
  statisticsEndpoints,
  type ProjectStatistics,
  type StatCards,
} from '@thirty/contracts/judging/statistics-api.ts'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { roundToOneDecimal } from '@thirty/contracts/leaderboard/points.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { RunContext } from '../run-context.ts'

const days = Array.from({ length: totalDays }, (_, index) => index + 1)

/** Uses only counts and sums of indexes, which take constant time however many projects there are. */
export async function projectFigures(context: RunContext): Promise<ProjectStatistics> {
  const { store, projects, readModels } = context
  const countDay = async (day: number): Promise<StatCards['perDay'][number]> => {
    const { submitted: pending, approved, rejected } = await projects.counts({ day })
    return { day, approved, pending, rejected }
  }
  const [{ all: submissions, submitted: pending, approved, rejected }, rated, ratings, averages] =
    await Promise.all([
      projects.counts({}),
      store.count(readModels.projects, 'ratings'),
      store.sum(readModels.projects, 'ratings'),
      store.sum(readModels.projects, 'official'),
    ])
  return {
    submissions,
    pending,
    approved,
    rejected,
    rated,
    averageScore: ratings === 0 ? null : roundToOneDecimal(averages / ratings),
    perDay: await Promise.all(days.map(countDay)),
    criteria: await context.officialAverages(days),
  }
}

/** The position of the figures is the lower one of projects and people. */
export const statisticsEndpoint = (context: RunContext): Endpoint =>
  endpoint(statisticsEndpoints.cards)(async () => {
    const position = await context.positionOf('projects', 'people')
    const statistics = { ...(await context.people.figures()), ...(await projectFigures(context)) }
    return { statistics, ...position }
  })
