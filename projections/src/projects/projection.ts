import type { ProjectContent, ProjectEvent } from '@thirty/contracts/events/project.ts'
import type { DeletionEvent, UserEvent } from '@thirty/contracts/events/user.ts'
import { calculateRatingAverage } from '@thirty/contracts/rules/points.ts'
import { sortablePosition } from '@thirty/contracts/rules/rank.ts'
import { projectStream } from '@thirty/contracts/rules/streams/project-id.ts'
import {
  subjectProject,
  streamSubject,
  subjectUserId,
} from '@thirty/contracts/rules/streams/stream-subject.ts'
import { withRating, type Criteria } from '@thirty/contracts/rules/ratings.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Projection } from '@thirty/infra/read-models/read-models.ts'
import { projectIndexEntries } from './index-entries.ts'
import {
  relatedDocumentIds,
  evolveReactionCounts,
  evolveLikedProjects,
  evolveCommentChunk,
  isCommentChunkId,
  isLikedDocumentId,
  reactionEventTypes,
  type CommentChunk,
  type ReactionCounts,
  type LikedProjects,
  type ReactionEvent,
} from './reactions/reactions.ts'

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
  figures?: ReactionCounts
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

export type ProjectsDocument = Project | Owner | LikedProjects | CommentChunk

/** Id of the document about a person. Projects have their own id. */
export const ownerDocumentId = (user: string): string => `user:${user}`

/**
 * The projects of one run with their comments, the people, and which projects they like.
 * Projects stand in `all`, `<status>`, `day:<n>` and `day:<n>:<status>` by the time of their submission; those that are
 * not rejected, and that somebody liked or opened, in `popular` by likes and views, the least popular first; those that
 * are not rejected and that an admin rated in the indexes of `official-places.ts`, which are there to be counted.
 * Those of one person need no index: their ids can be worked out.
 */
export function projectsProjection(run: number): Projection<ProjectsDocument> {
  return {
    name: `projects-r${run}`,
    version: 4,
    streams: ['user-', 'deleted-', 'project-', 'viewed-'],
    documentIds: (event) => documentsOf(event, run),
    evolve: (document, event, id) =>
      userEvents.has(event.type)
        ? evolveOwner(document?.kind === 'owner' ? document : undefined, event)
        : reactionEventTypes.has(event.type)
          ? evolveReaction(document, event, id)
          : evolveProject(document?.kind === 'project' ? document : undefined, event),
    indexEntries: (document) => (document.kind === 'project' ? projectIndexEntries(document) : {}),
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
  const project = projectEvents.has(type) ? subjectProject(stream, run) : undefined
  if (project !== undefined) return [project.id]
  if (reactionEventTypes.has(type)) return touchedByReaction(event, run)
  const user = userEvents.has(type) ? subjectUserId(stream) : undefined
  return user === undefined ? [] : [ownerDocumentId(user)]
}

function touchedByReaction(event: RecordedEvent, run: number): string[] {
  // What stands in the log was checked against the catalogue before it was appended.
  const { type, stream, data } = event as RecordedEvent & ReactionEvent
  const project = subjectProject(type === 'ProjectViewed' ? projectStream(data.project) : stream, run)
  return project === undefined ? [] : [project.id, ...relatedDocumentIds(event, project)]
}

function evolveReaction(
  document: ProjectsDocument | undefined,
  event: RecordedEvent,
  id: string,
): ProjectsDocument | undefined {
  if (isLikedDocumentId(id))
    return evolveLikedProjects(document?.kind === 'liked' ? document : undefined, event)
  if (isCommentChunkId(id))
    return evolveCommentChunk(document?.kind === 'comments' ? document : undefined, event)
  if (document?.kind !== 'project') return undefined
  // As above: the catalogue was asked before the append.
  return {
    ...document,
    figures: evolveReactionCounts(document.figures, event as RecordedEvent & ReactionEvent),
  }
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
  const average = calculateRatingAverage(criteria)
  return official ? { rater, average, criteria } : { rater, average }
}

/** What had been rejected waits for review again. */
function revised(project: Project, { at, position }: RecordedEvent, content: ProjectContent): Project {
  const now = { ...project, content, status: 'submitted', reason: null } as const
  return project.status === 'rejected' ? { ...now, again: { at, position: sortablePosition(position) } } : now
}

function submitted(event: RecordedEvent, content: ProjectContent): Project | undefined {
  const subject = streamSubject(event.stream)
  if (subject?.kind !== 'project') return undefined
  return {
    kind: 'project',
    content,
    owner: subject.user,
    day: subject.day,
    status: 'submitted',
    reason: null,
    at: event.at,
    position: sortablePosition(event.position),
    ratings: [],
  }
}
