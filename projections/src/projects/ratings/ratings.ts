// Ratings in the read model of projects: the document of each rating, the sums over all ratings of a project, and their index.

import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents } from '@thirty/contracts/projects/events.ts'
import { sortablePosition } from '@thirty/contracts/leaderboard/rank.ts'
import {
  addRating,
  addSums,
  noRatings,
  removeRating,
  type RatingSums,
} from '@thirty/contracts/judging/rating-sums.ts'
import type { Criteria } from '@thirty/contracts/judging/ratings.ts'
import { standIn } from '@thirty/contracts/accounts/stand-ins.ts'
import type { IndexEntry, RecordedEventOf } from '@thirty/infra/read-models/projection.ts'
import { reviewTextOf, type CardOwner } from '../owner.ts'

/**
 * The latest rating of a project by one rater. A new rating by the same rater keeps `id` and moves `at` and `position`
 * (a number, which costs a rebuild less than a sortable text). One that is older than the submission belongs to a withdrawn
 * project. Project and rater are in the id of the document.
 */
export type Rating = {
  kind: 'rating'
  id: string
  official: boolean
  criteria: Criteria
  feedback: string
  /** Of the feedback; see `StoredReviewText`. */
  nameOpen?: true
  /** Set if it is from a backup file without a known signature: the id of the rater may be that of somebody here. */
  isImported?: true
  at: string
  position: number
}

/** Returns the feedback as it is shown. */
export const feedbackOf = ({ feedback, nameOpen }: Rating, owner: CardOwner): string =>
  reviewTextOf({ text: feedback, nameOpen }, owner)

/** Returns the rater, `person`, unless only a file says that an admin of this id has rated. */
export const raterOf = <Person extends { name: string }>(
  { official, isImported }: Pick<Rating, 'official' | 'isImported'>,
  person: Person,
) => (official && isImported === true ? standIn('somebodyElsewhere', 'name') : person)

/** Sums over the latest rating of each rater: those by admins, which count for the leaderboard, and all others. */
export type ProjectRatings = { official?: RatingSums; community?: RatingSums }

/** What a rating needs to know about its project: its ratings so far, and the sortable position of its submission. */
type RatedProject = { position: string; ratings?: ProjectRatings }

export const ratingEvents = pickEvents(projectEvents, 'ProjectRated')
export type RatingEvent = RecordedEventOf<typeof ratingEvents>

const idPrefix = 'rating:'

let lastId = { project: '', rater: '', id: '' }

/** Id of the document of a rating. The last is remembered, because each rating needs its id several times. */
export function ratingDocumentId(project: string, rater: string): string {
  if (lastId.project !== project || lastId.rater !== rater)
    lastId = { project, rater, id: `${idPrefix}${project}:${rater}` }
  return lastId.id
}

export function ratingSubject(id: string): { project: string; rater: string } {
  const end = id.lastIndexOf(':')
  return { project: id.slice(idPrefix.length, end), rater: id.slice(end + 1) }
}

export function evolveRating(
  previous: Rating | undefined,
  { id, at, position, data }: RatingEvent,
  { project, isImported }: { project: RatedProject; isImported: boolean },
): Rating {
  const { official, criteria, feedback, nameOpen } = data
  return {
    kind: 'rating',
    id: isOfSubmission(previous, project) ? previous.id : id,
    official,
    criteria,
    feedback,
    ...(nameOpen && { nameOpen }),
    ...(isImported && { isImported }),
    at,
    position: Number(position),
  }
}

/** Returns the sums with a new rating, and without the `previous` one by the same rater that it replaces. */
export function replaceRating(
  project: RatedProject,
  previous: Rating | undefined,
  { data: { official, criteria } }: RatingEvent,
): ProjectRatings {
  const ratings = { ...project.ratings }
  if (isOfSubmission(previous, project)) {
    const kind = kindOf(previous.official)
    ratings[kind] = removeRating(ratings[kind] ?? noRatings, previous.criteria)
  }
  const kind = kindOf(official)
  ratings[kind] = addRating(ratings[kind] ?? noRatings, criteria)
  return ratings
}

const kindOf = (official: boolean): keyof ProjectRatings => (official ? 'official' : 'community')

/** Whether a rating is of this submission of the project, and not of a withdrawn submission. */
export const isOfSubmission = (rating: Rating | undefined, { position }: RatedProject): rating is Rating =>
  rating !== undefined && rating.position > Number(position)

export const sumsOf = ({ official, community }: ProjectRatings = {}): RatingSums =>
  official && community ? addSums(official, community) : (official ?? community ?? noRatings)

/** Index of all ratings by their project (`projectNumber`), and by position within a project. */
export const ratingsIndex = 'ratings-by-project'

export const ratingIndexEntries = ({ position }: Rating, id: string): Record<string, IndexEntry> => ({
  [ratingsIndex]: {
    score: projectNumber(ratingSubject(id).project),
    tiebreaker: sortablePosition(BigInt(position)),
  },
})

/**
 * Returns a whole number of 32 bits for a project (FNV-1a), so that one index holds the ratings of all projects: an index
 * for each project would be a key in Redis for each. Projects may share a number, so readers compare the project, too.
 */
export function projectNumber(project: string): number {
  let number = 0x811c9dc5
  for (let index = 0; index < project.length; index += 1)
    number = Math.imul(number ^ project.charCodeAt(index), 0x01000193)
  return number >>> 0
}
