import type { RatingsResponse } from '@thirty/contracts/api/projects/ratings.ts'
import { criterionLabels } from '@thirty/contracts/rules/ratings.ts'
import { calculateMean, roundToOneDecimal } from '@thirty/contracts/rules/points.ts'
import { parseProjectId } from '@thirty/contracts/rules/streams/project-id.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { encodeCursor, decodeCursorStart } from '../cursor.ts'
import type { ProjectSummaryLookup, PersonSummaryLookup } from '../summaries.ts'
import type { Feedback, RatedProject } from './projection.ts'

export type FeedbackQueries = {
  /** Returns the ratings of a project, newest first; `undefined` if the project does not exist or was withdrawn. */
  ratings(
    projectId: string,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<RatingsResponse | undefined>
}

export type FeedbackQueriesOptions = {
  store: ReadModelStore
  readModel: ReadModelKey
  projectSummaries: ProjectSummaryLookup
  personSummaries: PersonSummaryLookup
}

export function feedbackQueries({
  store,
  readModel,
  projectSummaries,
  personSummaries,
}: FeedbackQueriesOptions): FeedbackQueries {
  return {
    ratings: async (projectId, { limit, cursor }) => {
      const list = `ratings ${projectId}`
      const upper = decodeCursorStart(list, cursor)
      if (parseProjectId(projectId) === undefined) return undefined
      const [projectById, [rated]] = await Promise.all([
        projectSummaries([projectId]),
        store.load<RatedProject>(readModel, [projectId]),
      ])
      const project = projectById.get(projectId)
      if (project === undefined) return undefined
      // Either read model may be ahead of the other: ratings older than the submission belong to a withdrawn one.
      const ratings = rated && rated.since > project.since ? rated.ratings : []
      const end = Math.min(upper ?? ratings.length, ratings.length)
      const start = Math.max(0, end - limit)
      const page = ratings.slice(start, end).reverse()
      const summaryOf = await personSummaries(page.map(({ rater }) => rater))
      return {
        success: true,
        ratings: page.map((rating) => toRatingItem(rating, summaryOf(rating.rater).name)),
        averageRating: calculateMean(ratings.map(({ average }) => average)),
        ratingCount: ratings.length,
        averages: criterionAverages(ratings),
        nextCursor: start > 0 ? encodeCursor(list, start) : null,
      }
    },
  }
}

function toRatingItem(rating: Feedback, raterName: string): RatingsResponse['ratings'][number] {
  const { id, official, criteria, average, feedback, at } = rating
  return { id, raterName, official, criteria, average, feedback, createdAt: at }
}

/** Returns the mean of each criterion over the ratings that gave it stars: 0 means "not rated". */
function criterionAverages(ratings: readonly Feedback[]): RatingsResponse['averages'] {
  const averages: RatingsResponse['averages'] = {
    functionality: null,
    design: null,
    innovation: null,
    codeQuality: null,
    completeness: null,
  }
  for (const [key] of criterionLabels) {
    const given = ratings.map(({ criteria }) => criteria[key]).filter((stars) => stars > 0)
    if (given.length > 0)
      averages[key] = roundToOneDecimal(given.reduce((sum, stars) => sum + stars, 0) / given.length)
  }
  return averages
}
