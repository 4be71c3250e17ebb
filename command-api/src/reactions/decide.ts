import type { ProjectEvent, ProjectViewEvent } from '@thirty/contracts/events/project.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { commentId, commentNumber } from '@thirty/contracts/rules/streams/project-id.ts'
import type { Comments, Likes, ReactionStatus } from './evolve.ts'

/**
 * So often one person changes their mind about a project, and so much they say about it: whoever decides about a project
 * reads all of it, and nobody alone is to make that slow.
 */
export const maxLikeChanges = 100
export const maxCommentsPerAuthor = 500

/** Likes a project, one's own too: a like carries no points. Everybody has one. */
export function like(project: Likes, { by }: { by: string }): ProjectEvent[] {
  refuseUnlessOpen(project.status)
  if (project.isLiked) return []
  if (project.changeCount >= maxLikeChanges) {
    refuse('too-many', 'You have changed your mind about this project too often.')
  }
  return [{ type: 'ProjectLiked', data: { by } }]
}

/** Takes a like back; that is always possible while the project is there. */
export function unlike(project: Likes, { by }: { by: string }): ProjectEvent[] {
  refuseUnlessThere(project.status)
  return project.isLiked ? [{ type: 'ProjectUnliked', data: { by } }] : []
}

/** Says something about a project, in plain text. */
export function postComment(project: Comments, { by, text }: { by: string; text: string }): ProjectEvent[] {
  refuseUnlessOpen(project.status)
  if (project.ownCount >= maxCommentsPerAuthor)
    refuse('too-many', 'You have said a lot about this project already.')
  return [{ type: 'CommentPosted', data: { comment: commentId(project.postedCount + 1), by, text } }]
}

export type RemoveComment = { comment: string; by: string; isByAdmin: boolean }

/** Removes a comment: whoever wrote it, and admins. One that was removed stays so. */
export function removeComment(project: Comments, { comment, by, isByAdmin }: RemoveComment): ProjectEvent[] {
  refuseUnlessThere(project.status)
  const number = commentNumber(comment)
  if (number === undefined || number > project.postedCount) {
    refuse('comment-not-found', 'There is no such comment.')
  }
  if (project.author === undefined) return []
  if (project.author !== by && !isByAdmin) {
    refuse('not-allowed', 'Only whoever wrote a comment, and admins, can remove it.')
  }
  return [{ type: 'CommentRemoved', data: { comment, by } }]
}

export type ViewProject = { project: string; by: string; owner: string; status: ReactionStatus }

/** Counts the first look of a person at a project; its owner does not count. */
export function recordView(isSeen: boolean, { project, by, owner, status }: ViewProject): ProjectViewEvent[] {
  refuseUnlessThere(status)
  return isSeen || by === owner ? [] : [{ type: 'ProjectViewed', data: { project, by } }]
}

function refuseUnlessThere(status: ReactionStatus): void {
  if (status === 'none' || status === 'withdrawn') refuse('project-not-found', 'Project Not Found')
}

function refuseUnlessOpen(status: ReactionStatus): void {
  refuseUnlessThere(status)
  if (status === 'rejected') {
    refuse('project-rejected', 'This project was rejected: it takes no likes and no comments.')
  }
}
