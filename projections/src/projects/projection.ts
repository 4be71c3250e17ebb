import type { Criteria } from '@thirty/contracts/api/projects/ratings.ts'
import { isEventOf, pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents, type ProjectContent } from '@thirty/contracts/events/project.ts'
import { deletionEvents, userEvents } from '@thirty/contracts/events/user.ts'
import { calculateRatingAverage } from '@thirty/contracts/rules/points.ts'
import { sortablePosition } from '@thirty/contracts/rules/rank.ts'
import { withRating } from '@thirty/contracts/rules/ratings.ts'
import { projectStream } from '@thirty/contracts/rules/streams/project-id.ts'
import {
  subjectProject,
  streamSubject,
  subjectUserId,
} from '@thirty/contracts/rules/streams/stream-subject.ts'
import type { Projection, RecordedEventOf } from '@thirty/infra/read-models/read-models.ts'
import { projectIndexEntries } from './index-entries.ts'
import {
  relatedDocumentIds,
  evolveReactionCounts,
  evolveLikedProjects,
  evolveCommentChunk,
  isCommentChunkId,
  isLikedDocumentId,
  reactionEvents,
  type CommentChunk,
  type ReactionCounts,
  type ReactionEvent,
  type LikedProjects,
} from './reactions/reactions.ts'

/**
 * A project that was not withdrawn. `at` is the ISO time of its submission. `ratings` contains one rating of each rater.
 * `figures` is missing until the project is viewed, liked or commented on. `again` is set when the owner revises the
 * project after a rejection: time and sortable position of that revision.
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

/** Only official ratings have `criteria`: the statistics of the admins are computed from them. */
type Rating = { rater: string; average: number; criteria?: Criteria }

/** What cards show of the owner of a project. */
export type Owner = {
  kind: 'owner'
  fullName: string
  username: string | null
  picture: string | null
  email: string
}

export type ProjectsDocument = Project | Owner | LikedProjects | CommentChunk

/** Id of the document of an owner. The document of a project has the id of the project. */
export const ownerDocumentId = (user: string): string => `user:${user}`

/** What each event of a submission is called in live updates: every event that changes a card is listed here. */
export const submissionChanges = {
  ProjectSubmitted: 'submitted',
  ProjectRevised: 'revised',
  ProjectWithdrawn: 'withdrawn',
  ProjectApproved: 'approved',
  ProjectRejected: 'rejected',
} as const

const ownerEvents = {
  ...pickEvents(userEvents, 'UserRegistered', 'ProfileChanged', 'ProfileImageChanged'),
  ...deletionEvents,
}
const cardEvents = pickEvents(
  projectEvents,
  'ProjectSubmitted',
  'ProjectRevised',
  'ProjectWithdrawn',
  'ProjectApproved',
  'ProjectRejected',
  'ProjectRated',
)
export const projectsEvents = { ...ownerEvents, ...cardEvents, ...reactionEvents }
export type ProjectsEvent = RecordedEventOf<typeof projectsEvents>
type OwnerEvent = RecordedEventOf<typeof ownerEvents>
type CardEvent = RecordedEventOf<typeof cardEvents>
type DataOf<Type extends ProjectsEvent['type']> = Extract<ProjectsEvent, { type: Type }>['data']

/**
 * The projects of one run with their comments, their owners, and the likes of each user. Indexes:
 * - `all`, `<status>`, `day:<n>` and `day:<n>:<status>`: projects by the time of their submission;
 * - `popular`: projects with likes or views that are not rejected, the least popular first;
 * - `ratings`, `official`, `given:<criterion>`, `stars:<criterion>`: sums for the statistics, see `index-entries.ts`.
 * The projects of one user need no index, because their ids can be computed.
 */
export function projectsProjection(run: number): Projection<ProjectsDocument, typeof projectsEvents> {
  return {
    name: `projects-r${run}`,
    version: 4,
    streams: ['user-', 'deleted-', 'project-', 'viewed-'],
    events: projectsEvents,
    documentIds: (event) => documentIds(event, run),
    evolve: (document, event, id) => {
      if (isEventOf(ownerEvents, event))
        return evolveOwner(document?.kind === 'owner' ? document : undefined, event)
      if (isEventOf(reactionEvents, event)) return evolveReaction(document, event, id)
      return evolveProject(document?.kind === 'project' ? document : undefined, event)
    },
    indexEntries: (document) => (document.kind === 'project' ? projectIndexEntries(document) : {}),
  }
}

function documentIds(event: ProjectsEvent, run: number): string[] {
  if (isEventOf(ownerEvents, event)) {
    const user = subjectUserId(event.stream)
    return user === undefined ? [] : [ownerDocumentId(user)]
  }
  // A view is in a stream of its own, which names the project only in its data.
  const stream = event.type === 'ProjectViewed' ? projectStream(event.data.project) : event.stream
  const project = subjectProject(stream, run)
  if (project === undefined) return []
  return isEventOf(reactionEvents, event) ? [project.id, ...relatedDocumentIds(event, project)] : [project.id]
}

function evolveReaction(
  document: ProjectsDocument | undefined,
  event: ReactionEvent,
  id: string,
): ProjectsDocument | undefined {
  if (isLikedDocumentId(id))
    return evolveLikedProjects(document?.kind === 'liked' ? document : undefined, event)
  if (isCommentChunkId(id))
    return evolveCommentChunk(document?.kind === 'comments' ? document : undefined, event)
  if (document?.kind !== 'project') return undefined
  return { ...document, figures: evolveReactionCounts(document.figures, event) }
}

function evolveOwner(owner: Owner | undefined, event: OwnerEvent): Owner | undefined {
  if (event.type === 'UserRegistered') {
    const { fullName, username = null, email } = event.data
    return { kind: 'owner', fullName, username, picture: null, email }
  }
  if (owner === undefined || event.type === 'AccountDeleted') return undefined
  if (event.type === 'ProfileImageChanged') return { ...owner, picture: event.data.image }
  const { fullName = owner.fullName, username } = event.data
  return { ...owner, fullName, username: username === undefined ? owner.username : username || null }
}

function evolveProject(project: Project | undefined, event: CardEvent): Project | undefined {
  if (event.type === 'ProjectSubmitted') return newProject(event)
  if (project === undefined) return undefined
  switch (event.type) {
    case 'ProjectRevised':
      return revisedProject(project, event)
    case 'ProjectWithdrawn':
      return undefined
    case 'ProjectApproved':
      return { ...project, status: 'approved', reason: null }
    case 'ProjectRejected':
      return { ...project, status: 'rejected', reason: event.data.reason ?? null }
    case 'ProjectRated':
      return { ...project, ratings: withRating(project.ratings, toRating(event.data)) }
    default:
      return event satisfies never
  }
}

function toRating({ rater, official, criteria }: DataOf<'ProjectRated'>): Rating {
  const average = calculateRatingAverage(criteria)
  return official ? { rater, average, criteria } : { rater, average }
}

/** A revision of a rejected project waits for review again. */
function revisedProject(
  project: Project,
  { data: content, at, position }: Extract<CardEvent, { type: 'ProjectRevised' }>,
): Project {
  const revised = { ...project, content, status: 'submitted', reason: null } as const
  return project.status === 'rejected'
    ? { ...revised, again: { at, position: sortablePosition(position) } }
    : revised
}

function newProject(event: Extract<CardEvent, { type: 'ProjectSubmitted' }>): Project | undefined {
  const subject = streamSubject(event.stream)
  if (subject?.kind !== 'project') return undefined
  return {
    kind: 'project',
    content: event.data,
    owner: subject.user,
    day: subject.day,
    status: 'submitted',
    reason: null,
    at: event.at,
    position: sortablePosition(event.position),
    ratings: [],
  }
}
