import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents } from '@thirty/contracts/events/project.ts'
import { calculateRatingAverage } from '@thirty/contracts/rules/points.ts'
import { sortablePosition } from '@thirty/contracts/rules/rank.ts'
import { findRating, withRating, type Criteria } from '@thirty/contracts/rules/ratings.ts'
import { subjectProject } from '@thirty/contracts/rules/streams/stream-subject.ts'
import type { Projection, RecordedEventOf } from '@thirty/infra/read-models/read-models.ts'

/** The current rating of one rater. A new rating by the same rater keeps `id` and moves `at`. */
export type Feedback = {
  id: string
  rater: string
  official: boolean
  criteria: Criteria
  average: number
  feedback: string
  at: string
}

/**
 * The ratings of a project, one for each rater, the latest last. `since` is the sortable position of the first one. The
 * document exists from the first rating to the withdrawal of the project.
 */
export type RatedProject = { ratings: readonly Feedback[]; since: string }

const ratingEvents = pickEvents(projectEvents, 'ProjectWithdrawn', 'ProjectRated')

/** The ratings of the projects of one run. The document id is the project id. */
export function feedbackProjection(run: number): Projection<RatedProject, typeof ratingEvents> {
  return {
    name: `feedback-r${run}`,
    version: 2,
    streams: ['project-'],
    events: ratingEvents,
    documentIds: ({ stream }) => {
      const project = subjectProject(stream, run)
      return project === undefined ? [] : [project.id]
    },
    evolve,
    indexEntries: () => ({}),
  }
}

function evolve(
  project: RatedProject | undefined,
  event: RecordedEventOf<typeof ratingEvents>,
): RatedProject | undefined {
  if (event.type === 'ProjectWithdrawn') return undefined
  const ratings = project?.ratings ?? []
  const { id, at, position } = event
  const { rater, official, criteria, feedback } = event.data
  const rating = {
    id: findRating(ratings, rater)?.id ?? id,
    rater,
    official,
    criteria,
    average: calculateRatingAverage(criteria),
    feedback,
    at,
  }
  return { ratings: withRating(ratings, rating), since: project?.since ?? sortablePosition(position) }
}
