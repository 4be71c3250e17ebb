import { pickEvents, type EventOf } from '../events/event-definition.ts'
import { projectEvents } from './events.ts'
import { withRating } from '../judging/ratings.ts'

// The life of a project: the one place that says what its events mean for its status and its official ratings. Deciders and read
// models keep different things of a project beside them, each in its own document.

/** The events that change the status of a project. */
export const statusEvents = pickEvents(
  projectEvents,
  'ProjectSubmitted',
  'ProjectRevised',
  'ProjectWithdrawn',
  'ProjectApproved',
  'ProjectRejected',
)
export type StatusEvent = EventOf<typeof statusEvents>

/** The events that change the status or the ratings of a project. */
export const lifeEvents = { ...statusEvents, ...pickEvents(projectEvents, 'ProjectRated') }
export type LifeEvent = EventOf<typeof lifeEvents>
type Rated = Extract<LifeEvent, { type: 'ProjectRated' }>

/** What an event did to a project, in the words of live messages, webhooks and the ledger of points. */
export const lifeChanges = {
  ProjectSubmitted: 'submitted',
  ProjectRevised: 'revised',
  ProjectWithdrawn: 'withdrawn',
  ProjectApproved: 'approved',
  ProjectRejected: 'rejected',
  ProjectRated: 'rated',
} as const satisfies Record<LifeEvent['type'], string>

/** The status of a project that was submitted and not withdrawn. */
export type ProjectStatus = 'submitted' | 'approved' | 'rejected'
/** The status of a project in whose stream anything may be. */
export type LifeStatus = ProjectStatus | 'none' | 'withdrawn'

export const isStatusEvent = <Event extends { type: string }>(event: Event): event is Event & StatusEvent =>
  Object.hasOwn(statusEvents, event.type)

export const isLifeEvent = <Event extends { type: string }>(event: Event): event is Event & LifeEvent =>
  Object.hasOwn(lifeEvents, event.type)

export const isPresent = (status: LifeStatus): status is ProjectStatus =>
  status !== 'none' && status !== 'withdrawn'

/** Returns the status after an event. A project that is not there cannot be revised, reviewed or withdrawn. */
export function evolveStatus(status: LifeStatus, { type }: Pick<StatusEvent, 'type'>): LifeStatus {
  if (type === 'ProjectSubmitted') return 'submitted'
  if (!isPresent(status)) return status
  return type === 'ProjectRevised' ? 'submitted' : lifeChanges[type]
}

/** Folds the status of a project. */
export const statusFold = {
  events: statusEvents,
  initial: 'none' as LifeStatus,
  evolve: (status: LifeStatus, event: StatusEvent) => evolveStatus(status, event),
}

/**
 * Rejected projects do not count for points, streaks and certificates, all others do. Neither can they be rated, liked or commented on.
 */
export const isCounted = <Project extends { status: LifeStatus }>(
  project: Project | undefined,
): project is Project & { status: 'submitted' | 'approved' } =>
  project !== undefined && isPresent(project.status) && project.status !== 'rejected'

/** A project as points depend on it. `official` has the latest official rating of each rater, the latest last. */
export type ProjectLife<Rating> = { status: ProjectStatus; official: readonly Rating[] }

/**
 * Returns the life of a project after an event, the same object if nothing changes; `undefined` if the project is not there. An official
 * rating replaces the earlier one by the same rater; others do not count for points. A revision keeps the ratings, a withdrawal
 * ends them. `keep` returns what the caller keeps of an official rating.
 */
export function evolveProject<Rating extends { readonly rater: string }, Event extends LifeEvent>(
  life: ProjectLife<Rating> | undefined,
  event: Event,
  keep: (event: Event & Rated) => Rating,
): ProjectLife<Rating> | undefined {
  if (isRated(event))
    return life === undefined || !event.data.official
      ? life
      : { status: life.status, official: withRating(life.official, keep(event)) }
  if (!isStatusEvent(event)) return life
  const status = evolveStatus(life?.status ?? 'none', event)
  if (!isPresent(status)) return undefined
  // A submission begins a new life: of the one before, nothing is left.
  if (life === undefined || event.type === 'ProjectSubmitted') return { status, official: [] }
  return status === life.status ? life : { status, official: life.official }
}

const isRated = <Event extends LifeEvent>(event: Event): event is Event & Rated =>
  event.type === 'ProjectRated'
