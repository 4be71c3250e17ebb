import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { projectStream } from '@thirty/contracts/rules/streams/project-id.ts'
import { subjectProject, subjectUserId } from '@thirty/contracts/rules/streams/stream-subject.ts'
import type { Projection, RecordedEventOf } from '@thirty/infra/read-models/read-models.ts'
import { projectIndexEntries } from './index-entries.ts'
import { evolveOwner, ownerDocumentId, ownerEvents, type Owner } from './owner.ts'
import { cardEvents, evolveProject, type Project } from './project.ts'
import {
  relatedDocumentIds,
  evolveReactionCounts,
  evolveLikedProjects,
  evolveCommentChunk,
  isCommentChunkId,
  isLikedDocumentId,
  reactionEvents,
  type CommentChunk,
  type ReactionEvent,
  type LikedProjects,
} from './reactions/reactions.ts'

export type ProjectsDocument = Project | Owner | LikedProjects | CommentChunk

export const projectsEvents = { ...ownerEvents, ...cardEvents, ...reactionEvents }
export type ProjectsEvent = RecordedEventOf<typeof projectsEvents>

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
    streams: ['user-', 'deleted-', 'project-', 'views-', 'viewed-'],
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
