import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents } from '@thirty/contracts/events/project.ts'
import { calculateRatingAverage } from '@thirty/contracts/rules/points.ts'
import { sortablePosition } from '@thirty/contracts/rules/rank.ts'
import type { Criteria } from '@thirty/contracts/rules/ratings.ts'
import { subjectProject } from '@thirty/contracts/rules/streams/stream-subject.ts'
import type { DocumentsOfEvent, Projection, RecordedEventOf } from '@thirty/infra/read-models/read-models.ts'
import { addRating, noRatings, removeRating, type RatingSums } from '@thirty/contracts/rules/rating-sums.ts'

/**
 * The latest rating of a project by one rater. A new rating by the same rater keeps `id` and moves `at` and `position`
 * (sortable). The ratings of a withdrawn project are kept; they are older than its next submission.
 */
export type Feedback = {
  kind: 'rating'
  project: string
  id: string
  rater: string
  official: boolean
  criteria: Criteria
  average: number
  feedback: string
  at: string
  position: string
}

/**
 * Sums over the ratings of a project. `since` is the sortable position of the first one. The document exists from the
 * first rating to the withdrawal of the project.
 */
export type RatedProject = { kind: 'project'; since: string; sums: RatingSums }

export type FeedbackDocument = Feedback | RatedProject

const ratingEvents = pickEvents(projectEvents, 'ProjectWithdrawn', 'ProjectRated')
type RatingEvent = RecordedEventOf<typeof ratingEvents>

/** Id of the document of a rating. The document with the sums has the id of the project. */
export const ratingDocumentId = (project: string, rater: string): string => `rating:${project}:${rater}`

/** Index of all ratings by their project (`projectNumber`), those of one project by position. */
export const ratingsIndex = 'ratings'

/** The ratings of the projects of one run, one document for each rater, and their sums. */
export function feedbackProjection(run: number): Projection<FeedbackDocument, typeof ratingEvents> {
  return {
    name: `feedback-r${run}`,
    version: 3,
    streams: ['project-'],
    events: ratingEvents,
    documentIds: (event) => {
      const project = subjectProject(event.stream, run)
      if (project === undefined) return []
      // The sums come first: they need the rating that the event replaces.
      return event.type === 'ProjectRated'
        ? [project.id, ratingDocumentId(project.id, event.data.rater)]
        : [project.id]
    },
    evolve: (document, event, id, others) => {
      if (event.type === 'ProjectWithdrawn') return undefined
      const project = event.stream.slice('project-'.length)
      return id === project
        ? evolveSums(document?.kind === 'project' ? document : undefined, event, others)
        : evolveRating(document?.kind === 'rating' ? document : undefined, event, others)
    },
    indexEntries: (document) =>
      document.kind === 'rating'
        ? { [ratingsIndex]: { score: projectNumber(document.project), tiebreaker: document.position } }
        : {},
  }
}

type Rated = Extract<RatingEvent, { type: 'ProjectRated' }>

function evolveSums(
  project: RatedProject | undefined,
  { stream, data, position }: Rated,
  others: DocumentsOfEvent<FeedbackDocument>,
): RatedProject {
  const { since = sortablePosition(position), sums = noRatings } = project ?? {}
  const previous = others(ratingDocumentId(stream.slice('project-'.length), data.rater))
  const kept =
    previous?.kind === 'rating' && previous.position >= since ? removeRating(sums, previous.criteria) : sums
  return { kind: 'project', since, sums: addRating(kept, data.criteria) }
}

function evolveRating(
  previous: Feedback | undefined,
  { id, stream, at, position, data }: Rated,
  others: DocumentsOfEvent<FeedbackDocument>,
): Feedback {
  const { rater, official, criteria, feedback } = data
  const project = stream.slice('project-'.length)
  const rated = others(project)
  const isSameSubmission =
    previous !== undefined && rated?.kind === 'project' && previous.position >= rated.since
  return {
    kind: 'rating',
    project,
    id: isSameSubmission ? previous.id : id,
    rater,
    official,
    criteria,
    average: calculateRatingAverage(criteria),
    feedback,
    at,
    position: sortablePosition(position),
  }
}

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
