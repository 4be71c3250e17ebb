// The projection of the projects of a history: documents of projects, owners, waits for review and reviewers, and one for each rating, like
// and comment, whose ids can be computed.

import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { statusEvents } from '@thirty/contracts/projects/project-life.ts'
import { importedPersonId } from '@thirty/contracts/accounts/stand-ins.ts'
import { isImportedEvent, isInHistory, type History } from '@thirty/contracts/challenge/history.ts'
import { projectStream, subjectProject, subjectUserId } from '@thirty/contracts/projects/project-id.ts'
import { normalizeForSearch, wordsToFind } from '@thirty/contracts/user-texts/search-text.ts'
import { runName } from '@thirty/contracts/challenge/run-name.ts'
import type {
  DocumentsOfEvent,
  IndexEntry,
  Projection,
  RecordedEventOf,
} from '@thirty/infra/read-models/projection.ts'
import { ofKind } from '@thirty/contracts/of-kind.ts'
import { projectIndexEntries, evolveProject, type Project } from './project.ts'
import {
  evolveOwner,
  evolveProjectCount,
  ownerIds,
  ownerEvents,
  ownerIndexEntries,
  ownerTexts,
  projectCountEvents,
  type Owner,
} from './owner.ts'
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
  countRating,
  countReview,
  endedWait,
  reviewerIds,
  waitIds,
  reviewerIndexEntries,
  waitEndDocumentIds,
  waitEndEvents,
  waitIndexEntries,
  type Reviewer,
  type Wait,
} from './reviews/waits-and-reviewers.ts'
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

export type ProjectsDocument = Project | Owner | Rating | Like | StoredComment | Wait | Reviewer

export const projectsEvents = { ...ownerEvents, ...statusEvents, ...ratingEvents, ...reactionEvents }
/**
 * Indexes:
 * - `all`, `<status>`, `day:<n>` and `day:<n>:<status>`: projects by the time of their submission;
 * - `owners`, `owners:<status>`: users by the number of their projects;
 * - `popular`: projects with likes or views that are not rejected, the least popular first;
 * - `waiting`: pending projects by the time since which they wait for review;
 * - `waits-begun`, `waits-ended`, `review-times`, `reviewers`: see `reviews/waits-and-reviewers.ts`;
 * - `ratings-by-project`: ratings by project and position;
 * - `ratings`, `official`, `day:<n>:given:<criterion>`, `day:<n>:stars:<criterion>`: sums of ratings, see `project.ts`.
 * The projects of one user need no index, because their ids can be computed.
 */
export function projectsProjection(history: History): Projection<ProjectsDocument, typeof projectsEvents> {
  const run = runName(history)
  return {
    name: `projects-${run}`,
    version: 18,
    streams: ['user-', 'deleted-', 'project-', 'views-', 'viewed-'],
    events: projectsEvents,
    documentIds: (event) => documentIds(event, history),
    evolve: (document, event, id, others) => {
      // Most events are ratings.
      if (event.type === 'ProjectRated')
        return evolveRated(document, event, id, { others, isImported: isImportedEvent(history, event) })
      if (isEventOf(ownerEvents, event)) return evolveOwner(ofKind(document, 'owner'), event)
      if (isEventOf(reactionEvents, event)) return evolveReaction(document, event, id, others)
      if (isEventOf(projectCountEvents, event) && ownerIds.has(id))
        return evolveProjectCount(ofKind(document, 'owner'), event)
      const subject = subjectProject(event.stream)
      if (isEventOf(waitEndEvents, event) && id !== subject?.id) {
        const project = subject && ofKind(others(subject.id), 'project')
        if (waitIds.has(id)) return endedWait(project, event)
        return countReview(ofKind(document, 'reviewer'), event, project)
      }
      return evolveProject(ofKind(document, 'project'), event)
    },
    indexEntries: indexEntriesOf,
    texts: textsOf,
    words: wordsOf,
  }
}

function documentIds(event: RecordedEventOf<typeof projectsEvents>, history: History): string[] {
  if (event.type !== 'ProjectRated' && isEventOf(ownerEvents, event)) {
    const user = subjectUserId(event.stream)
    return user === undefined ? [] : [ownerIds.of(user)]
  }
  if (!isInHistory(history, event)) return []
  // A view is in a separate stream, which names the project only in its data.
  const stream = event.type === 'ProjectViewed' ? projectStream(event.data.project) : event.stream
  const project = subjectProject(stream)
  if (project === undefined) return []
  // The project comes first: it needs the rating that the event replaces.
  if (event.type === 'ProjectRated') {
    const { rater, official } = event.data
    // Then the reviewer, who needs the replaced rating, too.
    const by = isImportedEvent(history, event) ? importedPersonId : rater
    const rating = ratingDocumentId(project.id, rater)
    return official ? [project.id, reviewerIds.of(by), rating] : [project.id, rating]
  }
  if (isEventOf(reactionEvents, event)) return [project.id, ...relatedDocumentIds(event, project)]
  // Wait and reviewer come first: they need the project as it was before the event.
  const reviews = isEventOf(waitEndEvents, event)
    ? waitEndDocumentIds(event, isImportedEvent(history, event))
    : []
  const counts = isEventOf(projectCountEvents, event) ? [ownerIds.of(project.user)] : []
  return [...reviews, project.id, ...counts]
}

/** A rating changes nothing if its project does not exist. */
function evolveRated(
  document: Found,
  event: RatingEvent,
  id: string,
  { others, isImported }: { others: Others; isImported: boolean },
): Found {
  const subject = subjectProject(event.stream)
  if (subject === undefined) return document
  const replaced = () => ofKind(others(ratingDocumentId(subject.id, event.data.rater)), 'rating')
  if (id === subject.id) {
    const rated = ofKind(document, 'project')
    if (rated === undefined) return document
    // The first rating of a project replaces none.
    const ratings = replaceRating(rated, rated.ratings && replaced(), event)
    return { ...rated, ratings, version: event.data.official ? Number(event.position) : rated.version }
  }
  const project = ofKind(others(subject.id), 'project')
  if (reviewerIds.has(id))
    return countRating(ofKind(document, 'reviewer'), event, { project, previous: replaced() })
  return project ? evolveRating(ofKind(document, 'rating'), event, { project, isImported }) : document
}

type Others = DocumentsOfEvent<ProjectsDocument>
type Found = ProjectsDocument | undefined

function evolveReaction(document: Found, event: ReactionEvent, id: string, others: Others): Found {
  if (isLikeDocumentId(id)) return evolveLike(event)
  if (isCommentDocumentId(id)) return evolveComment(ofKind(document, 'comment'), event)
  if (document?.kind !== 'project') return undefined
  // The project comes first: it needs the comment as it was before.
  const wasHidden = () =>
    relatedDocumentIds(event, { id }).some(
      (related) => ofKind(others(related), 'comment')?.hidden !== undefined,
    )
  return { ...document, figures: evolveReactionCounts(document.figures, event, wasHidden) }
}

/** Lists are filtered by the names of users and of projects. */
function textsOf(document: ProjectsDocument): readonly string[] {
  if (document.kind === 'owner') return ownerTexts(document)
  return document.kind === 'project' ? [normalizeForSearch(document.content.projectName)] : []
}

/** A search in this read model finds projects only; the read model `people` finds their owners. */
const wordsOf = (document: ProjectsDocument): readonly string[] =>
  document.kind === 'project' ? wordsToFind(document.content.projectName) : []

function indexEntriesOf(document: ProjectsDocument, id: string): Record<string, IndexEntry> {
  if (document.kind === 'project') return projectIndexEntries(document)
  if (document.kind === 'owner') return ownerIndexEntries(document)
  if (document.kind === 'wait') return waitIndexEntries(document)
  if (document.kind === 'reviewer') return reviewerIndexEntries(document)
  return document.kind === 'rating' ? ratingIndexEntries(document, id) : {}
}
