import { type RatingsResponse } from '@thirty/contracts/api/projects/ratings.ts'
import { criterionLabels } from '@thirty/contracts/rules/ratings.ts'
import { calculateMean, roundToOneDecimal } from '@thirty/contracts/rules/points.ts'
import { parseProjectId } from '@thirty/contracts/rules/streams/project-id.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { encodeCursor, decodeCursorStart } from '../cursor.ts'
import type { ProjectSummaryLookup, PersonSummaryLookup } from '../summaries.ts'
import type { Feedback, RatedProject } from './projection.ts'

export type FeedbackQueries = {
  /** The ratings of a project, newest first; `undefined` for a project that does not exist, or no longer. */
  ratings(
    projectId: string,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<RatingsResponse | undefined>
}

export type FeedbackQueriesOptions = {
  store: ReadModelStore
  readModel: ReadModelKey
  /** Which projects there are, and who rated them, as other slices know it. */
  projectsOf: ProjectSummaryLookup
  speakersOf: PersonSummaryLookup
}

export function feedbackQueries({
  store,
  readModel: view,
  projectsOf,
  speakersOf,
}: FeedbackQueriesOptions): FeedbackQueries {
  return {
    ratings: async (projectId, { limit, cursor }) => {
      const list = `ratings ${projectId}`
      const upper = decodeCursorStart(list, cursor)
      if (parseProjectId(projectId) === undefined) return undefined
      const [projects, [rated]] = await Promise.all([
        projectsOf([projectId]),
        store.load<RatedProject>(view, [projectId]),
      ])
      const project = projects.get(projectId)
      if (project === undefined) return undefined
      // Each view may be ahead of the other: ratings from before the submission are those of one that was withdrawn.
      const all = rated && rated.since > project.since ? rated.ratings : []
      const end = Math.min(upper ?? all.length, all.length)
      const start = Math.max(0, end - limit)
      const shown = all.slice(start, end).reverse()
      const speaker = await speakersOf(shown.map(({ rater }) => rater))
      return {
        success: true,
        ratings: shown.map((rating) => entryOf(rating, speaker(rating.rater).name)),
        averageRating: calculateMean(all.map(({ average }) => average)),
        ratingCount: all.length,
        averages: averagesOf(all),
        nextCursor: start > 0 ? encodeCursor(list, start) : null,
      }
    },
  }
}

function entryOf(rating: Feedback, raterName: string): RatingsResponse['ratings'][number] {
  const { id, official, criteria, average, feedback, at } = rating
  return { id, raterName, official, criteria, average, feedback, createdAt: at }
}

/** Means over the ratings that gave the criterion stars: 0 is "not rated". */
function averagesOf(ratings: readonly Feedback[]): RatingsResponse['averages'] {
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
