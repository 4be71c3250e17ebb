import type { OwnRating, OwnRatingResponse, RatingsResponse } from '@thirty/contracts/api/projects/ratings.ts'
import { calculateRatingAverage } from '@thirty/contracts/rules/points.ts'
import { sortablePosition } from '@thirty/contracts/rules/rank.ts'
import { criterionMean, meanAverage, type RatingSums } from '@thirty/contracts/rules/rating-sums.ts'
import { parseProjectId } from '@thirty/contracts/rules/streams/project-id.ts'
import { encodeCursor, decodeCursorStart } from '../../cursor.ts'
import type { PersonSummaryLookup } from '../../summaries.ts'
import type { ProjectsSource } from '../card-loader.ts'
import type { ProjectsDocument } from '../projection.ts'
import {
  projectNumber,
  ratingDocumentId,
  ratingsIndex,
  ratingSubject,
  sumsOf,
  type Rating,
} from './ratings.ts'

export type RatingQueries = {
  /** Returns the ratings of a project, newest first; `undefined` if the project does not exist or was withdrawn. */
  ratings(
    projectId: string,
    page: { limit: number; cursor?: string | undefined },
  ): Promise<RatingsResponse | undefined>
  /** Returns the rating of a project by one rater, null without one; `undefined` as for `ratings`. */
  ownRating(projectId: string, rater: string): Promise<OwnRatingResponse | undefined>
}

export type RatingQueriesOptions = ProjectsSource & { personSummaries: PersonSummaryLookup }

type FoundRating = Rating & { rater: string }

export function ratingQueries({ store, readModel, personSummaries }: RatingQueriesOptions): RatingQueries {
  /** Returns up to `limit` ratings of a project, newest first, at positions above `since` and below `before`. */
  const newestRatings = async (
    projectId: string,
    { since, before, limit }: { since: number; before: number | undefined; limit: number },
  ): Promise<FoundRating[]> => {
    const score = projectNumber(projectId)
    const found: FoundRating[] = []
    // Before the first page: behind all positions, which are digits.
    let from = { score, tiebreaker: before === undefined ? ':' : sortablePosition(BigInt(before)) }
    for (;;) {
      const slice = await store.entriesFrom(readModel, ratingsIndex, { from, limit, reverse: true })
      const ids = slice.map(({ id }) => id)
      const ratings = ids.length === 0 ? [] : await store.load<Rating>(readModel, ids)
      for (const [index, { id, entry }] of slice.entries()) {
        const position = Number(entry.tiebreaker)
        if (entry.score !== score || position <= since || found.length === limit) return found
        const { project, rater } = ratingSubject(id)
        const rating = ratings[index]
        // A rating that was replaced between the two reads is the newest now.
        if (project === projectId && rating?.position === position) found.push({ ...rating, rater })
        from = entry
      }
      if (slice.length < limit) return found
    }
  }

  const loadProject = async (projectId: string) => {
    if (parseProjectId(projectId) === undefined) return undefined
    const [project] = await store.load<ProjectsDocument>(readModel, [projectId])
    return project?.kind === 'project' ? project : undefined
  }

  return {
    ownRating: async (projectId, rater) => {
      const project = await loadProject(projectId)
      if (project === undefined) return undefined
      const [rating] = await store.load<ProjectsDocument>(readModel, [ratingDocumentId(projectId, rater)])
      // One that is older than the submission belongs to a withdrawn project.
      const isCurrent = rating?.kind === 'rating' && rating.position > Number(project.position)
      return { success: true, rating: isCurrent ? toOwnRating(rating) : null }
    },
    ratings: async (projectId, { limit, cursor }) => {
      const list = `ratings ${projectId}`
      const before = decodeCursorStart(list, cursor)
      const project = await loadProject(projectId)
      if (project === undefined) return undefined
      const sums = sumsOf(project.ratings)
      const range = { since: Number(project.position), before, limit: limit + 1 }
      const found = sums.count > 0 ? await newestRatings(projectId, range) : []
      const page = found.slice(0, limit)
      const last = found.length > limit ? page.at(-1) : undefined
      const summaryOf = await personSummaries(page.map(({ rater }) => rater))
      return {
        success: true,
        ratings: page.map((rating) => toRatingItem(rating, summaryOf(rating.rater).name)),
        averageRating: meanAverage(sums),
        ratingCount: sums.count,
        averages: criterionAverages(sums),
        nextCursor: last ? encodeCursor(list, last.position) : null,
      }
    },
  }
}

const toRatingItem = (rating: Rating, raterName: string): RatingsResponse['ratings'][number] => ({
  ...toOwnRating(rating),
  raterName,
})

function toOwnRating({ id, official, criteria, feedback, at }: Rating): OwnRating {
  return { id, official, criteria, average: calculateRatingAverage(criteria), feedback, createdAt: at }
}

/** Returns the mean of each criterion over the ratings that gave it stars: 0 means "not rated". */
const criterionAverages = (sums: RatingSums): RatingsResponse['averages'] => ({
  functionality: criterionMean(sums, 'functionality'),
  design: criterionMean(sums, 'design'),
  innovation: criterionMean(sums, 'innovation'),
  codeQuality: criterionMean(sums, 'codeQuality'),
  completeness: criterionMean(sums, 'completeness'),
})
