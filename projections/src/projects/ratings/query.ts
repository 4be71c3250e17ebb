// The queries of ratings: of a project, by one rater, the official averages of days, and the export: the latest rating of each project by
// each rater, project by project. Everybody may read the ratings of a project, but not every field of the project. So the response contains
// only the fields of the project that its schema names: a field that is added to cards later stays private until the schema names it. All
// texts of a submission are public. A rejected project is not public, and `project` is null then. The server counts how many ratings gave
// each number of stars, because a client has only one page of the ratings. Each rating is a separate document; sums stay with the project.

import type { PageQuery } from '@thirty/contracts/endpoints/responses.ts'
import { fieldsOf } from '@thirty/contracts/endpoints/fields-of.ts'
import {
  publicProject,
  type OwnRating,
  type OwnRatingResponse,
  type RatingsResponse,
} from '@thirty/contracts/judging/ratings-api.ts'
import { imagePath, thumbnailOf } from '@thirty/contracts/images/images.ts'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { calculateRatingAverage, roundToOneDecimal } from '@thirty/contracts/leaderboard/points.ts'
import { perCriterion, criterionLabels, type Criterion } from '@thirty/contracts/judging/ratings.ts'
import { sortablePosition } from '@thirty/contracts/leaderboard/rank.ts'
import {
  criterionMean,
  meanAverage,
  noRatings,
  type RatingSums,
} from '@thirty/contracts/judging/rating-sums.ts'
import { parseProjectId, projectId as projectIdOf } from '@thirty/contracts/projects/project-id.ts'
import { nameAs } from '@thirty/contracts/accounts/stand-ins.ts'
import { allDocuments, encodeCursor, decodeCursorStart, type Source } from '../../document-reads.ts'
import { exportTable, type ExportColumns, type ExportTable } from '../../export-file.ts'
import type { PersonSummaryLookup } from '../../summaries.ts'
import { livePosition } from '../../read-model-state.ts'
import { ownersById, projectById, projectsById } from '../card-loader.ts'
import type { CardOwner } from '../owner.ts'
import { toProjectCard, type Project, type Reader, indexNamesOf } from '../project.ts'
import type { ProjectsDocument } from '../projection.ts'
import {
  feedbackOf,
  isOfSubmission,
  projectNumber,
  raterOf,
  ratingDocumentId,
  ratingsIndex,
  ratingSubject,
  sumsOf,
  type Rating,
} from './ratings.ts'

type RatingsSource = Source & { personSummaries: PersonSummaryLookup }

type FoundRating = Rating & { rater: string }

export function ratingQueries({ personSummaries, ...source }: RatingsSource) {
  const { store, readModel } = source
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
      const slice = await store.entries(readModel, ratingsIndex, { from, limit, reverse: true })
      const ids = slice.map(({ id }) => id)
      const ratings = ids.length === 0 ? [] : await store.load<Rating>(readModel, ids)
      for (const [index, entry] of slice.entries()) {
        const position = Number(entry.tiebreaker)
        if (entry.score !== score || position <= since || found.length === limit) return found
        const { project, rater } = ratingSubject(entry.id)
        const rating = ratings[index]
        // A rating that was replaced between the two reads is the newest now.
        if (project === projectId && rating?.position === position) found.push({ ...rating, rater })
        from = entry
      }
      if (slice.length < limit) return found
    }
  }

  const ownerOf = async ({ owner }: Project) => (await ownersById(source, [owner]))(owner)

  /** Returns the projects of the same participant on the days before and after that everybody may see, the later day first. */
  const neighboursOf = async (id: string): Promise<RatingsResponse['neighbours']> => {
    const parts = parseProjectId(id)
    if (parts === undefined) return []
    const ids = [parts.day + 1, parts.day - 1]
      .filter((day) => day >= 1 && day <= totalDays)
      .map((day) => projectIdOf({ ...parts, day }))
    const projects = await projectsById(source, ids)
    return [...projects].flatMap(([_id, { status, content, day }]) =>
      status === 'rejected'
        ? []
        : { _id, projectName: content.projectName, day, thumbnailUrl: imagePath(thumbnailOf(content.image)) },
    )
  }

  return {
    /** Returns the rating of a project by one rater, null without one; `undefined` as for `ratings`. */
    ownRating: async (projectId: string, rater: string): Promise<OwnRatingResponse | undefined> => {
      const project = await projectById(source, projectId)
      if (project === undefined) return undefined
      const [rating] = await store.load<ProjectsDocument>(readModel, [ratingDocumentId(projectId, rater)])
      // One that is older than the submission belongs to a withdrawn project.
      const isCurrent = rating?.kind === 'rating' && rating.position > Number(project.position)
      return { rating: isCurrent ? toOwnRating(rating, await ownerOf(project)) : null }
    },
    /** Returns the ratings of a project, newest first; `undefined` if the project does not exist or was withdrawn. */
    ratings: async (
      projectId: string,
      { limit, cursor }: PageQuery,
    ): Promise<RatingsResponse | undefined> => {
      const list = `ratings ${projectId}`
      const before = decodeCursorStart(list, cursor)
      const positionBefore = await livePosition(store, readModel)
      const project = await projectById(source, projectId)
      if (project === undefined) return undefined
      const sums = sumsOf(project.ratings)
      const range = { since: Number(project.position), before, limit: limit + 1 }
      const [found, dayAverages, neighbours, owner] = await Promise.all([
        sums.count > 0 ? newestRatings(projectId, range) : [],
        officialAverages(source, [project.day]),
        neighboursOf(projectId),
        ownerOf(project),
      ])
      const page = found.slice(0, limit)
      const last = found.length > limit ? page.at(-1) : undefined
      const summaryOf = await personSummaries(page.map(({ rater }) => rater))
      const { official = noRatings, community = noRatings } = project.ratings ?? {}
      return {
        // Only signed-in users may see a rejected one.
        project:
          project.status === 'rejected'
            ? null
            : fieldsOf(publicProject, toProjectCard(projectId, project, { reader: visitor, owner })),
        ratings: page.map((rating) => ({
          ...toOwnRating(rating, owner),
          ...nameAs('raterName', raterOf(rating, summaryOf(rating.rater))),
        })),
        averageRating: meanAverage(sums),
        ratingCount: sums.count,
        // Of the ratings that gave a criterion stars: 0 means "not rated".
        averages: perCriterion((criterion) => criterionMean(sums, criterion)),
        dayAverages,
        spread: sums.spread,
        official: summaryOfKind(official),
        community: summaryOfKind(community),
        neighbours,
        nextCursor: last ? encodeCursor(list, last.position) : null,
        ...positionBefore,
      }
    },
  }
}

/** The reader of what everybody may see. */
const visitor: Reader = { id: '', isAdmin: false }

const summaryOfKind = (sums: RatingSums) => ({ ratingCount: sums.count, averageRating: meanAverage(sums) })

function toOwnRating(rating: Rating, owner: CardOwner): OwnRating {
  const { id, official, criteria, at } = rating
  const feedback = feedbackOf(rating, owner)
  return { id, official, criteria, average: calculateRatingAverage(criteria), feedback, createdAt: at }
}

/**
 * Returns the mean of each criterion, with one decimal, over the official ratings of the projects of these days, without rejected ones.
 * Uses only sums of indexes, which take constant time however many projects there are.
 */
export async function officialAverages({ store, readModel }: Source, days: readonly number[]) {
  const total = async (criterion: Criterion, what: 'stars' | 'given'): Promise<number> => {
    const names = days.map((day) => indexNamesOf(day).official[criterion][what])
    const sums = await Promise.all(names.map((name) => store.sum(readModel, name)))
    return sums.reduce((sum, next) => sum + next, 0)
  }
  const means = perCriterion((): number | null => null)
  await Promise.all(
    criterionLabels.map(async ([criterion]) => {
      const [stars, given] = await Promise.all([total(criterion, 'stars'), total(criterion, 'given')])
      if (given > 0) means[criterion] = roundToOneDecimal(stars / given)
    }),
  )
  return means
}

type RatingRow = {
  rating: Rating
  subject: { project: string; rater: string }
  project: Project
  rater: string
  owner: CardOwner
}

const ratingColumns: ExportColumns<RatingRow> = {
  id: ['Id', ({ rating }) => rating.id],
  projectId: ['Project id', ({ subject }) => subject.project],
  day: ['Day', ({ project }) => project.day],
  project: ['Project', ({ project }) => project.content.projectName],
  raterId: [
    'Rater id',
    ({ rating: { official, isImported }, subject }) => (official && isImported ? null : subject.rater),
  ],
  rater: ['Rater', ({ rater }) => rater],
  official: ['Official', ({ rating }) => rating.official],
  ...Object.fromEntries(
    criterionLabels.map(([criterion, label]) => [
      criterion,
      [label, ({ rating }: RatingRow) => rating.criteria[criterion]] as const,
    ]),
  ),
  average: ['Average', ({ rating }) => calculateRatingAverage(rating.criteria)],
  feedback: ['Feedback', ({ rating, owner }) => feedbackOf(rating, owner)],
  ratedAt: ['Rated at (UTC)', ({ rating }) => rating.at],
}

/** Exports the ratings. There are none of withdrawn projects. */
export const exportedRatings = ({ personSummaries, ...source }: RatingsSource): ExportTable =>
  exportTable(ratingColumns, async function* () {
    for await (const found of allDocuments<Rating>(source, ratingsIndex)) {
      const ratings = found.map(({ id, document: rating }) => ({ rating, subject: ratingSubject(id) }))
      const ids = ratings.map(({ subject }) => subject.project)
      const projects = await projectsById(source, ids)
      const owners = [...projects.values()].map(({ owner }) => owner)
      const ownerOf = await ownersById(source, owners)
      const summaryOf = await personSummaries(ratings.map(({ subject }) => subject.rater))
      yield ratings.flatMap(({ rating, subject }): RatingRow[] => {
        const project = projects.get(subject.project)
        // One that is older than the submission belongs to a withdrawn project.
        if (project === undefined || !isOfSubmission(rating, project)) return []
        const rater = raterOf(rating, summaryOf(subject.rater)).name
        return [{ rating, subject, project, rater, owner: ownerOf(project.owner) }]
      })
    }
  })
