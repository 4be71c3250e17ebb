import type { Criteria } from '@thirty/contracts/api/ratings.ts'
import type { ProjectContent, ProjectEvent } from '@thirty/contracts/events/project.ts'
import type { DeletionEvent, UserEvent } from '@thirty/contracts/events/user.ts'
import { averageOf } from '@thirty/contracts/rules/points.ts'
import { sortable } from '@thirty/contracts/rules/rank.ts'
import { projectStream } from '@thirty/contracts/rules/project-id.ts'
import { projectIn, subjectOf, userIn } from '@thirty/contracts/rules/subject.ts'
import { withRating } from '@thirty/contracts/rules/ratings.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { View } from '@thirty/infra/views/views.ts'
import { placesOf } from './places.ts'
import {
  besideOf,
  evolveFigures,
  evolveLiked,
  evolveSheet,
  isCommentSheet,
  isLikedDocument,
  reactionTypes,
  type CommentSheet,
  type Figures,
  type Liked,
  type Reaction,
} from './reactions.ts'

/**
 * A project that was handed in and not withdrawn. `at` is ISO time of the submission, `ratings` one of each rater, with
 * the criteria of those by admins; `figures` are missing until somebody opens it, likes it or comments on it; `again`
 * says when, and where in the log, its owner revised it after it had been rejected.
 */
export type Project = {
  kind: 'project'
  content: ProjectContent
  owner: string
  day: number
  status: 'submitted' | 'approved' | 'rejected'
  reason: string | null
  at: string
  position: string
  ratings: readonly Rating[]
  figures?: Figures
  again?: { at: string; position: string }
}

/** What a rater gave. `criteria` of an official rating: the figures of the admins are made from them. */
type Rating = { rater: string; average: number; criteria?: Criteria }

/** What a card tells about a person. */
export type Owner = {
  kind: 'owner'
  fullName: string
  username: string | null
  picture: string | null
  email: string
}

export type ProjectsDocument = Project | Owner | Liked | CommentSheet

/** Id of the document about a person. Projects have their own id. */
export const ownerDocument = (user: string): string => `user:${user}`

/**
 * The projects of one run with their comments, the people, and which projects they like.
 * Projects stand in `all`, `<status>`, `day:<n>` and `day:<n>:<status>` by the time of their submission; those that are
 * not rejected, and that somebody liked or opened, in `popular` by likes and views, the least popular first; those that
 * are not rejected and that an admin rated in the indexes of `official-places.ts`, which are there to be counted.
 * Those of one person need no index: their ids can be worked out.
 */
export function projectsView(run: number): View<ProjectsDocument> {
  return {
    name: `projects-r${run}`,
    version: 4,
    streams: ['user-', 'deleted-', 'project-', 'viewed-'],
    documents: (event) => documentsOf(event, run),
    evolve: (document, event, id) =>
      userEvents.has(event.type)
        ? evolveOwner(document?.kind === 'owner' ? document : undefined, event)
        : reactionTypes.has(event.type)
          ? evolveReaction(document, event, id)
          : evolveProject(document?.kind === 'project' ? document : undefined, event),
    indexes: (document) => (document.kind === 'project' ? placesOf(document) : {}),
  }
}

const userEvents: ReadonlySet<string> = new Set<(UserEvent | DeletionEvent)['type']>([
  'UserRegistered',
  'ProfileChanged',
  'ProfileImageChanged',
  'AccountDeleted',
])
const projectEvents: ReadonlySet<string> = new Set<ProjectEvent['type']>([
  'ProjectSubmitted',
  'ProjectRevised',
  'ProjectWithdrawn',
  'ProjectApproved',
  'ProjectRejected',
  'ProjectRated',
])

function documentsOf(event: RecordedEvent, run: number): string[] {
  const { type, stream } = event
  const project = projectEvents.has(type) ? projectIn(stream, run) : undefined
  if (project !== undefined) return [project.id]
  if (reactionTypes.has(type)) return touchedByReaction(event, run)
  const user = userEvents.has(type) ? userIn(stream) : undefined
  return user === undefined ? [] : [ownerDocument(user)]
}

function touchedByReaction(event: RecordedEvent, run: number): string[] {
  // What stands in the log was checked against the catalogue before it was appended.
  const { type, stream, data } = event as RecordedEvent & Reaction
  const project = projectIn(type === 'ProjectViewed' ? projectStream(data.project) : stream, run)
  return project === undefined ? [] : [project.id, ...besideOf(event, project)]
}

function evolveReaction(
  document: ProjectsDocument | undefined,
  event: RecordedEvent,
  id: string,
): ProjectsDocument | undefined {
  if (isLikedDocument(id)) return evolveLiked(document?.kind === 'liked' ? document : undefined, event)
  if (isCommentSheet(id)) return evolveSheet(document?.kind === 'comments' ? document : undefined, event)
  if (document?.kind !== 'project') return undefined
  // As above: the catalogue was asked before the append.
  return { ...document, figures: evolveFigures(document.figures, event as RecordedEvent & Reaction) }
}

function evolveOwner(owner: Owner | undefined, event: RecordedEvent): Owner | undefined {
  // As above.
  const { type, data } = event as RecordedEvent & (UserEvent | DeletionEvent)
  if (type === 'UserRegistered') {
    const { fullName, username = null, email } = data
    return { kind: 'owner', fullName, username, picture: null, email }
  }
  if (owner === undefined || type === 'AccountDeleted') return undefined
  if (type === 'ProfileImageChanged') return { ...owner, picture: data.image }
  if (type !== 'ProfileChanged') return owner
  const { fullName = owner.fullName } = data
  const username = data.username === undefined ? owner.username : data.username || null
  return { ...owner, fullName, username }
}

function evolveProject(project: Project | undefined, event: RecordedEvent): Project | undefined {
  // As above.
  const { type, data } = event as RecordedEvent & ProjectEvent
  if (type === 'ProjectSubmitted') return submitted(event, data)
  if (project === undefined) return undefined
  switch (type) {
    case 'ProjectRevised':
      return revised(project, event, data)
    case 'ProjectWithdrawn':
      return undefined
    case 'ProjectApproved':
      return { ...project, status: 'approved', reason: null }
    case 'ProjectRejected':
      return { ...project, status: 'rejected', reason: data.reason ?? null }
    case 'ProjectRated':
      return {
        ...project,
        ratings: withRating(project.ratings, rating(data)),
      }
    case 'ProjectLiked':
    case 'ProjectUnliked':
    case 'CommentPosted':
    case 'CommentRemoved':
      return project
    default:
      return project
  }
}

function rating({ rater, official, criteria }: (ProjectEvent & { type: 'ProjectRated' })['data']): Rating {
  const average = averageOf(criteria)
  return official ? { rater, average, criteria } : { rater, average }
}

/** What had been rejected waits for review again. */
function revised(project: Project, { at, position }: RecordedEvent, content: ProjectContent): Project {
  const now = { ...project, content, status: 'submitted', reason: null } as const
  return project.status === 'rejected' ? { ...now, again: { at, position: sortable(position) } } : now
}

function submitted(event: RecordedEvent, content: ProjectContent): Project | undefined {
  const subject = subjectOf(event.stream)
  if (subject?.kind !== 'project') return undefined
  return {
    kind: 'project',
    content,
    owner: subject.user,
    day: subject.day,
    status: 'submitted',
    reason: null,
    at: event.at,
    position: sortable(event.position),
    ratings: [],
  }
}
