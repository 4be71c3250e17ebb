import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import { calculateRatingAverage } from '@thirty/contracts/rules/points.ts'
import { sortablePosition } from '@thirty/contracts/rules/rank.ts'
import { subjectProject } from '@thirty/contracts/rules/streams/stream-subject.ts'
import { findRating, withRating, type Criteria } from '@thirty/contracts/rules/ratings.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Projection } from '@thirty/infra/read-models/read-models.ts'

/** What one rater says now. `id` stays the same when the rater rates again; `at` is the latest. */
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
 * The ratings of a project, one of each rater, the latest last. There is none before the first, whose sortable position
 * is `since`, and none once the project is withdrawn.
 */
export type RatedProject = { ratings: readonly Feedback[]; since: string }

/** What was said about the projects of one run, under their ids. */
export function feedbackProjection(run: number): Projection<RatedProject> {
  return {
    name: `feedback-r${run}`,
    version: 2,
    streams: ['project-'],
    documentIds: ({ type, stream }) => {
      const project = listened.has(type) ? subjectProject(stream, run) : undefined
      return project === undefined ? [] : [project.id]
    },
    evolve,
    indexEntries: () => ({}),
  }
}

const listened: ReadonlySet<string> = new Set<ProjectEvent['type']>(['ProjectWithdrawn', 'ProjectRated'])

function evolve(project: RatedProject | undefined, event: RecordedEvent): RatedProject | undefined {
  // What stands in the log was checked against the catalogue before it was appended.
  const { type, data, id, at, position } = event as RecordedEvent & ProjectEvent
  if (type === 'ProjectWithdrawn') return undefined
  if (type !== 'ProjectRated') return project
  const ratings = project?.ratings ?? []
  const { rater, official, criteria, feedback } = data
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
