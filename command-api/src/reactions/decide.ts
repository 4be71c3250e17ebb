// Decides about likes, comments and views of projects. Likes and comments are in the stream of the project, so one decision sees whether
// the project takes them: it exists and is not rejected. Views are in a stream of the viewer, `views-<user>`: a stream for each project and
// user, as in the first release, makes users times projects streams, and the start of the embedded log reads all names of streams. The
// owner does not count as a viewer, admins do. Comments are numbered and a number is never reused, so paging needs no index. A like belongs
// to a submission: a project that is submitted again after a withdrawal has no likes. A rejected project takes no likes or comments, but
// both can still be taken back. With ten thousand reactions, each further decision about a project takes some tens of milliseconds; with
// more, likes would need separate streams.

import type { ProjectEvent, ProjectViewEvent } from '@thirty/contracts/projects/events.ts'
import { isPresent, type LifeStatus } from '@thirty/contracts/projects/project-life.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { commentId, commentNumber } from '@thirty/contracts/projects/project-id.ts'
import { maxReactionBytes, textBytes } from '@thirty/contracts/user-texts/written-texts.ts'
import type { Comments, Likes, Views } from './evolve.ts'

/** Limits of likes and comments by one person: every command about a project reads all of its events. */
export const maxLikeChanges = 100
export const maxCommentsPerAuthor = 500
/** Most projects whose views count one user: every view reads the user's earlier ones. */
export const maxViewsPerUser = 3_000

/** Likes a project, once. Participants may like their own, since likes give no points. */
export function like(project: Likes, { by }: { by: string }): ProjectEvent[] {
  refuseUnlessOpen(project.status)
  if (project.isLiked) return []
  if (project.changeCount >= maxLikeChanges) refuse('too-many', 'likedTooOften')
  return [{ type: 'ProjectLiked', data: { by } }]
}

/** Removes a like, also from a rejected project. */
export function unlike(project: Likes, { by }: { by: string }): ProjectEvent[] {
  refuseUnlessExisting(project.status)
  return project.isLiked ? [{ type: 'ProjectUnliked', data: { by } }] : []
}

/** Posts a comment in plain text. */
export function postComment(project: Comments, { by, text }: { by: string; text: string }): ProjectEvent[] {
  refuseUnlessOpen(project.status)
  const isOverBudget = project.ownBytes + textBytes(text) > maxReactionBytes
  if (project.ownCount >= maxCommentsPerAuthor || isOverBudget) refuse('too-many', 'textsLimit')
  return [{ type: 'CommentPosted', data: { comment: commentId(project.postedCount + 1), by, text } }]
}

export type RemoveComment = { comment: string; by: string; mayRemoveAll: boolean }

/** Removes a comment; only its author and admins may. Removing it again changes nothing. */
export function removeComment(
  project: Comments,
  { comment, by, mayRemoveAll }: RemoveComment,
): ProjectEvent[] {
  refuseUnlessExisting(project.status)
  const number = commentNumber(comment)
  if (number === undefined || number > project.postedCount) refuse('comment-not-found', 'commentNotFound')
  if (project.author === undefined) return []
  if (project.author !== by && !mayRemoveAll) refuse('not-allowed', 'notYourComment')
  return [{ type: 'CommentRemoved', data: { comment, by } }]
}

type ModerationEvent = Extract<ProjectEvent, { type: `Comment${'Hidden' | 'Shown'}` }>

/** Hides a comment from everybody but its author, or shows it again. Doing it once more changes nothing. */
export function moderateComment(
  { status, author, hidden }: Comments,
  event: ModerationEvent,
): ProjectEvent[] {
  refuseUnlessExisting(status)
  if (author === undefined) refuse('comment-not-found', 'commentNotFound')
  const hides = event.type === 'CommentHidden'
  return hidden.has(event.data.comment) === hides ? [] : [event]
}

export type ViewProject = { project: string; by: string; owner: string; status: LifeStatus }

/** Counts the first view of a project by a user, except by its owner, for at most `maxViewsPerUser` projects. */
export function recordView(views: Views, { project, by, owner, status }: ViewProject): ProjectViewEvent[] {
  refuseUnlessExisting(status)
  const isCounted = !views.isSeen && by !== owner && views.count < maxViewsPerUser
  return isCounted ? [{ type: 'ProjectViewed', data: { project, by } }] : []
}

function refuseUnlessExisting(status: LifeStatus): void {
  if (!isPresent(status)) refuse('project-not-found', 'projectNotFound')
}

function refuseUnlessOpen(status: LifeStatus): void {
  refuseUnlessExisting(status)
  if (status === 'rejected') refuse('project-rejected', 'projectRejected')
}
