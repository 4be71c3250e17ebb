import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { projectStream } from '@thirty/contracts/rules/streams/project-id.ts'
import { subjectProject, subjectUserId } from '@thirty/contracts/rules/streams/stream-subject.ts'
import type { Projection, RecordedEventOf } from '@thirty/infra/read-models/read-models.ts'
import { projectIndexEntries } from './index-entries.ts'
import { evolveOwner, ownerDocumentId, ownerEvents, type Owner } from './owner.ts'
import {
  cardEvents,
  evolveProject,
  isRatingDocumentId,
  ratingDocumentId,
  toRating,
  type Project,
  type Rating,
} from './project.ts'
import {
  relatedDocumentIds,
  evolveReactionCounts,
  evolveLike,
  evolveComment,
  isCommentDocumentId,
  isLikeDocumentId,
  reactionEvents,
  type ReactionEvent,
  type Like,
  type StoredComment,
} from './reactions/reactions.ts'

export type ProjectsDocument = Project | Owner | Rating | Like | StoredComment

export const projectsEvents = { ...ownerEvents, ...cardEvents, ...reactionEvents }
export type ProjectsEvent = RecordedEventOf<typeof projectsEvents>

/**
 * The projects of one run, their owners, and one document for each rating, like and comment, whose ids can be computed.
 * Indexes:
 * - `all`, `<status>`, `day:<n>` and `day:<n>:<status>`: projects by the time of their submission;
 * - `popular`: projects with likes or views that are not rejected, the least popular first;
 * - `ratings`, `official`, `given:<criterion>`, `stars:<criterion>`: sums for the statistics, see `index-entries.ts`.
 * The projects of one user need no index, because their ids can be computed.
 */
export function projectsProjection(run: number): Projection<ProjectsDocument, typeof projectsEvents> {
  return {
    name: `projects-r${run}`,
    version: 5,
    streams: ['user-', 'deleted-', 'project-', 'views-', 'viewed-'],
    events: projectsEvents,
    documentIds: (event) => documentIds(event, run),
    evolve: (document, event, id, others) => {
      if (isEventOf(ownerEvents, event))
        return evolveOwner(document?.kind === 'owner' ? document : undefined, event)
      if (isEventOf(reactionEvents, event)) return evolveReaction(document, event, id)
      const project = document?.kind === 'project' ? document : undefined
      if (event.type !== 'ProjectRated') return evolveProject(project, event, undefined)
      if (isRatingDocumentId(id)) return toRating(event)
      const previous = others(ratingDocumentId(id, event.data.rater))
      return evolveProject(project, event, previous?.kind === 'rating' ? previous : undefined)
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
  if (isEventOf(reactionEvents, event)) return [project.id, ...relatedDocumentIds(event, project)]
  // The project comes first: it needs the rating that the event replaces.
  if (event.type === 'ProjectRated') return [project.id, ratingDocumentId(project.id, event.data.rater)]
  return [project.id]
}

function evolveReaction(
  document: ProjectsDocument | undefined,
  event: ReactionEvent,
  id: string,
): ProjectsDocument | undefined {
  if (isLikeDocumentId(id)) return evolveLike(event)
  if (isCommentDocumentId(id)) return evolveComment(event)
  if (document?.kind !== 'project') return undefined
  return { ...document, figures: evolveReactionCounts(document.figures, event) }
}
