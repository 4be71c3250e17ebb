import type { Criteria } from '@thirty/contracts/api/ratings.ts'
import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import type { DeletionEvent, UserEvent } from '@thirty/contracts/events/user.ts'
import { averageOf } from '@thirty/contracts/rules/points.ts'
import { projectIn, userIn } from '@thirty/contracts/rules/subject.ts'
import { ratingOf, withRating } from '@thirty/contracts/rules/ratings.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { View } from '@thirty/infra/views/views.ts'

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

/** The ratings of a project that was handed in and not withdrawn, one of each rater, the latest last. */
export type RatedProject = { kind: 'project'; ratings: readonly Feedback[] }

/** The name under which a rater is shown. */
export type Rater = { kind: 'rater'; name: string }

export type FeedbackDocument = RatedProject | Rater

/** Id of the document about a rater. Projects have their own id. */
export const raterDocument = (user: string): string => `user:${user}`

/** What was said about the projects of one run. */
export function feedbackView(run: number): View<FeedbackDocument> {
  return {
    name: `feedback-r${run}`,
    version: 1,
    streams: ['user-', 'deleted-', 'project-'],
    documents: (event) => documentsOf(event, run),
    evolve: (document, event) =>
      userEvents.has(event.type)
        ? evolveRater(document?.kind === 'rater' ? document : undefined, event)
        : evolveRatings(document?.kind === 'project' ? document : undefined, event),
    indexes: () => ({}),
  }
}

const userEvents: ReadonlySet<string> = new Set<(UserEvent | DeletionEvent)['type']>([
  'UserRegistered',
  'ProfileChanged',
  'AccountDeleted',
])
const projectEvents: ReadonlySet<string> = new Set<ProjectEvent['type']>([
  'ProjectSubmitted',
  'ProjectWithdrawn',
  'ProjectRated',
])

function documentsOf({ type, stream }: RecordedEvent, run: number): string[] {
  const project = projectEvents.has(type) ? projectIn(stream, run) : undefined
  if (project !== undefined) return [project.id]
  const user = userEvents.has(type) ? userIn(stream) : undefined
  return user === undefined ? [] : [raterDocument(user)]
}

function evolveRater(rater: Rater | undefined, event: RecordedEvent): Rater | undefined {
  // What stands in the log was checked against the catalogue before it was appended.
  const { type, data } = event as RecordedEvent & (UserEvent | DeletionEvent)
  if (type === 'AccountDeleted') return undefined
  if (type === 'UserRegistered') return { kind: 'rater', name: data.fullName }
  if (type !== 'ProfileChanged' || rater === undefined || data.fullName === undefined) return rater
  return { kind: 'rater', name: data.fullName }
}

function evolveRatings(project: RatedProject | undefined, event: RecordedEvent): RatedProject | undefined {
  // As above: the catalogue was asked before the append.
  const { type, data, id, at } = event as RecordedEvent & ProjectEvent
  if (type === 'ProjectSubmitted') return { kind: 'project', ratings: [] }
  if (type === 'ProjectWithdrawn' || project === undefined) return undefined
  if (type !== 'ProjectRated') return project
  const { rater, official, criteria, feedback } = data
  const rating = {
    id: ratingOf(project.ratings, rater)?.id ?? id,
    rater,
    official,
    criteria,
    average: averageOf(criteria),
    feedback,
    at,
  }
  return { kind: 'project', ratings: withRating(project.ratings, rating) }
}
