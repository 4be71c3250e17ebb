import type { OwnRating, OwnRatingResponse, RatingsResponse } from '@thirty/contracts/api/projects/ratings.ts'
import { parseProjectId } from '@thirty/contracts/rules/streams/project-id.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { countEntriesBefore } from '../count-before.ts'
import { encodeCursor, decodeCursorStart } from '../cursor.ts'
import {
  criterionMean,
  meanAverage,
  noRatings,
  type RatingSums,
} from '@thirty/contracts/rules/rating-sums.ts'
import type { ProjectSummaryLookup, PersonSummaryLookup } from '../summaries.ts'
import {
  projectNumber,
  ratingDocumentId,
  ratingsIndex,
  type Feedback,
  type FeedbackDocument,
} from './projection.ts'

export type FeedbackQueries = {
  /** Returns the ratings of a project, newest first; `undefined` if the project does not exist or was withdrawn. */
  ratings(
    projectId: string,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<RatingsResponse | undefined>
  /** Returns the rating of a project by one rater, null without one; `undefined` as for `ratings`. */
  ownRating(projectId: string, rater: string): Promise<OwnRatingResponse | undefined>
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
  /** Returns up to `limit` ratings of a project, newest first, with positions from `since` up to below `before`. */
  const newestRatings = async (
    project: string,
    { since, before, limit }: { since: string; before: number; limit: number },
  ): Promise<Feedback[]> => {
    const index = ratingsIndex
    const score = projectNumber(project)
    let end =
      before === Infinity
        ? await store.countBetween(readModel, index, 0, score)
        : await countEntriesBefore<Feedback>(
            { store, readModel },
            { index, score },
            ({ document }) => Number(document.position) < before,
          )
    const found: Feedback[] = []
    while (end > 0 && found.length < limit) {
      const offset = Math.max(0, end - limit)
      const slice = await store.range<Feedback>(readModel, index, { offset, limit: end - offset })
      for (const { document } of slice.reverse()) {
        if (projectNumber(document.project) !== score) return found
        if (document.project !== project) continue
        if (document.position < since) return found
        if (Number(document.position) < before) found.push(document)
      }
      end = offset
    }
    return found.slice(0, limit)
  }

  /** Returns the sums over the ratings of a project; `undefined` if it does not exist or was withdrawn. */
  const loadProject = async (projectId: string) => {
    if (parseProjectId(projectId) === undefined) return undefined
    const [projectById, [rated]] = await Promise.all([
      projectSummaries([projectId]),
      store.load<FeedbackDocument>(readModel, [projectId]),
    ])
    const project = projectById.get(projectId)
    if (project === undefined) return undefined
    // Either read model may be ahead of the other: ratings older than the submission belong to a withdrawn one.
    const isRated = rated?.kind === 'project' && rated.since > project.since
    return isRated ? { ...rated, isRated } : { since: project.since, sums: noRatings, isRated }
  }

  return {
    ownRating: async (projectId, rater) => {
      const project = await loadProject(projectId)
      if (project === undefined) return undefined
      const [rating] = await store.load<FeedbackDocument>(readModel, [ratingDocumentId(projectId, rater)])
      const isCurrent = rating?.kind === 'rating' && project.isRated && rating.position >= project.since
      return { success: true, rating: isCurrent ? toOwnRating(rating) : null }
    },
    ratings: async (projectId, { limit, cursor }) => {
      const list = `ratings ${projectId}`
      const before = decodeCursorStart(list, cursor) ?? Infinity
      const project = await loadProject(projectId)
      if (project === undefined) return undefined
      const { since, sums, isRated } = project
      const found = isRated ? await newestRatings(projectId, { since, before, limit: limit + 1 }) : []
      const page = found.slice(0, limit)
      const last = found.length > limit ? page.at(-1) : undefined
      const summaryOf = await personSummaries(page.map(({ rater }) => rater))
      return {
        success: true,
        ratings: page.map((rating) => toRatingItem(rating, summaryOf(rating.rater).name)),
        averageRating: meanAverage(sums),
        ratingCount: sums.count,
        averages: criterionAverages(sums),
        nextCursor: last ? encodeCursor(list, Number(last.position)) : null,
      }
    },
  }
}

const toRatingItem = (rating: Feedback, raterName: string): RatingsResponse['ratings'][number] => ({
  ...toOwnRating(rating),
  raterName,
})

function toOwnRating({ id, official, criteria, average, feedback, at }: Feedback): OwnRating {
  return { id, official, criteria, average, feedback, createdAt: at }
}

/** Returns the mean of each criterion over the ratings that gave it stars: 0 means "not rated". */
const criterionAverages = (sums: RatingSums): RatingsResponse['averages'] => ({
  functionality: criterionMean(sums, 'functionality'),
  design: criterionMean(sums, 'design'),
  innovation: criterionMean(sums, 'innovation'),
  codeQuality: criterionMean(sums, 'codeQuality'),
  completeness: criterionMean(sums, 'completeness'),
})
