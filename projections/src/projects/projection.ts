import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { projectStream } from '@thirty/contracts/rules/streams/project-id.ts'
import {
  streamSubject,
  subjectProject,
  subjectUserId,
} from '@thirty/contracts/rules/streams/stream-subject.ts'
import type {
  DocumentsOfEvent,
  IndexEntry,
  Projection,
  RecordedEventOf,
} from '@thirty/infra/read-models/read-models.ts'
import { projectIndexEntries } from './index-entries.ts'
import { evolveOwner, ownerDocumentId, ownerEvents, type Owner } from './owner.ts'
import { cardEvents, evolveProject, type Project } from './project.ts'
import {
  evolveRating,
  ratingDocumentId,
  ratingEvents,
  ratingIndexEntries,
  replaceRating,
  type Rating,
  type RatingEvent,
} from './ratings/ratings.ts'
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

export const projectsEvents = { ...ownerEvents, ...cardEvents, ...ratingEvents, ...reactionEvents }
export type ProjectsEvent = RecordedEventOf<typeof projectsEvents>

/**
 * The projects of one run, their owners, and one document for each rating, like and comment, whose ids can be computed.
 * Indexes:
 * - `all`, `<status>`, `day:<n>` and `day:<n>:<status>`: projects by the time of their submission;
 * - `popular`: projects with likes or views that are not rejected, the least popular first;
 * - `ratings-by-project`: ratings by project and position;
 * - `ratings`, `official`, `given:<criterion>`, `stars:<criterion>`: sums for the statistics, see `index-entries.ts`.
 * The projects of one user need no index, because their ids can be computed.
 */
export function projectsProjection(run: number): Projection<ProjectsDocument, typeof projectsEvents> {
  return {
    name: `projects-r${run}`,
    version: 6,
    replaces: [{ name: `feedback-r${run}`, version: 3 }],
    streams: ['user-', 'deleted-', 'project-', 'views-', 'viewed-'],
    events: projectsEvents,
    documentIds: (event) => documentIds(event, run),
    evolve: (document, event, id, others) => {
      if (isEventOf(ownerEvents, event))
        return evolveOwner(document?.kind === 'owner' ? document : undefined, event)
      if (isEventOf(reactionEvents, event)) return evolveReaction(document, event, id)
      if (isEventOf(ratingEvents, event)) return evolveRated(document, event, id, others)
      return evolveProject(document?.kind === 'project' ? document : undefined, event)
    },
    indexEntries: indexEntriesOf,
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

/** A rating changes nothing if its project does not exist. */
function evolveRated(
  document: ProjectsDocument | undefined,
  event: RatingEvent,
  id: string,
  others: DocumentsOfEvent<ProjectsDocument>,
): ProjectsDocument | undefined {
  const subject = streamSubject(event.stream)
  if (subject?.kind !== 'project') return document
  if (id !== subject.id) {
    const project = others(subject.id)
    const previous = document?.kind === 'rating' ? document : undefined
    return project?.kind === 'project' ? evolveRating(previous, event, project) : document
  }
  if (document?.kind !== 'project') return document
  // The first rating of a project replaces none.
  const previous = document.ratings && others(ratingDocumentId(id, event.data.rater))
  return {
    ...document,
    ratings: replaceRating(document, previous?.kind === 'rating' ? previous : undefined, event),
  }
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

function indexEntriesOf(document: ProjectsDocument, id: string): Record<string, IndexEntry> {
  if (document.kind === 'project') return projectIndexEntries(document)
  return document.kind === 'rating' ? ratingIndexEntries(document, id) : {}
}
