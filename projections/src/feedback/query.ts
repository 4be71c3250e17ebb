import { criterionNames, type RatingsAnswer } from '@thirty/contracts/api/ratings.ts'
import { meanOf, oneDecimal } from '@thirty/contracts/rules/points.ts'
import { projectParts } from '@thirty/contracts/rules/project-id.ts'
import type { ViewKey, ViewStore } from '@thirty/infra/views/views.ts'
import { cursorAt, placeOfCursor } from '../cursor.ts'
import type { ProjectsOf, SpeakersOf } from '../mentions.ts'
import type { Feedback, RatedProject } from './view.ts'

export type FeedbackQueries = {
  /** The ratings of a project, newest first; `undefined` for a project that does not exist, or no longer. */
  ratings(
    projectId: string,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<RatingsAnswer | undefined>
}

export type FeedbackQueriesOptions = {
  store: ViewStore
  view: ViewKey
  /** Which projects there are, and who rated them, as other slices know it. */
  projectsOf: ProjectsOf
  speakersOf: SpeakersOf
}

export function feedbackQueries({
  store,
  view,
  projectsOf,
  speakersOf,
}: FeedbackQueriesOptions): FeedbackQueries {
  return {
    ratings: async (projectId, { limit, cursor }) => {
      const list = `ratings ${projectId}`
      const upper = placeOfCursor(list, cursor)
      if (projectParts(projectId) === undefined) return undefined
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
        averageRating: meanOf(all.map(({ average }) => average)),
        ratingCount: all.length,
        averages: averagesOf(all),
        nextCursor: start > 0 ? cursorAt(list, start) : null,
      }
    },
  }
}

function entryOf(rating: Feedback, raterName: string): RatingsAnswer['ratings'][number] {
  const { id, official, criteria, average, feedback, at } = rating
  return { id, raterName, official, criteria, average, feedback, createdAt: at }
}

/** Means over the ratings that gave the criterion stars: 0 is "not rated". */
function averagesOf(ratings: readonly Feedback[]): RatingsAnswer['averages'] {
  const averages: RatingsAnswer['averages'] = {
    functionality: null,
    design: null,
    innovation: null,
    codeQuality: null,
    completeness: null,
  }
  for (const [key] of criterionNames) {
    const given = ratings.map(({ criteria }) => criteria[key]).filter((stars) => stars > 0)
    if (given.length > 0)
      averages[key] = oneDecimal(given.reduce((sum, stars) => sum + stars, 0) / given.length)
  }
  return averages
}
