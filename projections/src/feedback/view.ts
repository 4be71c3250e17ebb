import type { Criteria } from '@thirty/contracts/api/ratings.ts'
import type { ProjectEvent } from '@thirty/contracts/events/project.ts'
import type { UserEvent } from '@thirty/contracts/events/user.ts'
import { averageOf } from '@thirty/contracts/rules/points.ts'
import { projectOfStream, projectParts, userOfStream } from '@thirty/contracts/rules/project-id.ts'
import { sortable } from '@thirty/contracts/rules/rank.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { View } from '@thirty/infra/views/views.ts'

/** What one rater says now. `id` stays the same when the rater rates again; `at` and `position` are the latest. */
export type Feedback = {
  id: string
  official: boolean
  criteria: Criteria
  average: number
  feedback: string
  at: string
  position: string
}

/** The ratings of a project that was handed in and not withdrawn, by rater. */
export type RatedProject = { kind: 'project'; ratings: Readonly<Record<string, Feedback>> }

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
    streams: ['user-', 'project-'],
    documents: (event) => documentsOf(event, run),
    evolve: (document, event) =>
      userEvents.has(event.type)
        ? evolveRater(document?.kind === 'rater' ? document : undefined, event)
        : evolveRatings(document?.kind === 'project' ? document : undefined, event),
    indexes: () => ({}),
  }
}

const userEvents: ReadonlySet<string> = new Set<UserEvent['type']>(['UserRegistered', 'ProfileChanged'])
const projectEvents: ReadonlySet<string> = new Set<ProjectEvent['type']>([
  'ProjectSubmitted',
  'ProjectWithdrawn',
  'ProjectRated',
])

function documentsOf({ type, stream }: RecordedEvent, run: number): string[] {
  const user = userEvents.has(type) ? userOfStream(stream) : undefined
  if (user !== undefined) return [raterDocument(user)]
  const project = projectEvents.has(type) ? projectOfStream(stream) : undefined
  return project !== undefined && projectParts(project)?.run === run ? [project] : []
}

function evolveRater(rater: Rater | undefined, event: RecordedEvent): Rater | undefined {
  // What stands in the log was checked against the catalogue before it was appended.
  const { type, data } = event as RecordedEvent & UserEvent
  if (type === 'UserRegistered') return { kind: 'rater', name: data.fullName }
  if (type !== 'ProfileChanged' || rater === undefined || data.fullName === undefined) return rater
  return { kind: 'rater', name: data.fullName }
}

function evolveRatings(project: RatedProject | undefined, event: RecordedEvent): RatedProject | undefined {
  // As above: the catalogue was asked before the append.
  const { type, data, id, at, position } = event as RecordedEvent & ProjectEvent
  if (type === 'ProjectSubmitted') return { kind: 'project', ratings: {} }
  if (type === 'ProjectWithdrawn' || project === undefined) return undefined
  if (type !== 'ProjectRated') return project
  const { rater, official, criteria, feedback } = data
  const rating = {
    id: project.ratings[rater]?.id ?? id,
    official,
    criteria,
    average: averageOf(criteria),
    feedback,
    at,
    position: sortable(position),
  }
  return { kind: 'project', ratings: { ...project.ratings, [rater]: rating } }
}
