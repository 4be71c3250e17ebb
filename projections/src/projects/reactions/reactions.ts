// Likes, comments and views in the read model of projects: their documents, and the counts of each project.

import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { commentEvents, projectEvents, projectViewEvents } from '@thirty/contracts/projects/events.ts'
import { sortablePosition } from '@thirty/contracts/leaderboard/rank.ts'
import { commentNumber } from '@thirty/contracts/projects/project-id.ts'
import { withHidden, type StoredHidden } from '@thirty/contracts/community/hidden-texts.ts'
import type { RecordedEventOf } from '@thirty/infra/read-models/projection.ts'

/** Counts of a project, and the numbers of the first (`oldest`) and last (`newest`) comment posted; 0 without any. */
export type ReactionCounts = {
  likes: number
  views: number
  /** Comments that everybody sees. */
  comments: number
  /** Hidden comments; missing without any. */
  hidden?: number
  oldest: number
  newest: number
}

/** A user likes a project; `position` is the sortable position of the like. */
export type Like = { kind: 'like'; position: string }

/** A comment on a project. `at` is ISO time. `hidden` is set while only its author and moderators see it. */
export type StoredComment = {
  kind: 'comment'
  number: number
  by: string
  text: string
  at: string
  hidden?: StoredHidden
}

/** Likes, comments and views, as opposed to reviews and ratings. */
export const reactionEvents = {
  ...pickEvents(projectEvents, 'ProjectLiked', 'ProjectUnliked'),
  ...commentEvents,
  ...projectViewEvents,
}
export type ReactionEvent = RecordedEventOf<typeof reactionEvents>

export const noReactions: ReactionCounts = { likes: 0, views: 0, comments: 0, oldest: 0, newest: 0 }

export const likeDocumentId = (project: string, user: string): string => `like:${project}:${user}`
export const isLikeDocumentId = (id: string): boolean => id.startsWith('like:')

export const commentDocumentId = (project: string, number: number): string => `comment:${project}:${number}`
export const isCommentDocumentId = (id: string): boolean => id.startsWith('comment:')

/** Whether the like is newer than the submission: likes of an earlier submission of the same day do not count. */
export const isLiked = (like: Like | undefined, { position }: { position: string }): boolean =>
  like !== undefined && like.position > position

/** Returns the ids of the documents that a reaction changes in addition to the project's own. */
export function relatedDocumentIds(event: ReactionEvent, { id }: { id: string }): string[] {
  switch (event.type) {
    case 'ProjectLiked':
    case 'ProjectUnliked':
      return [likeDocumentId(id, event.data.by)]
    case 'CommentPosted':
    case 'CommentRemoved':
    case 'CommentHidden':
    case 'CommentShown': {
      const number = commentNumber(event.data.comment)
      return number === undefined ? [] : [commentDocumentId(id, number)]
    }
    case 'ProjectViewed':
      return []
  }
}

export const evolveLike = (event: ReactionEvent): Like | undefined =>
  event.type === 'ProjectLiked' ? { kind: 'like', position: sortablePosition(event.position) } : undefined

export function evolveComment(
  before: StoredComment | undefined,
  event: ReactionEvent,
): StoredComment | undefined {
  if (event.type === 'CommentHidden' || event.type === 'CommentShown')
    return before && withHidden(before, event)
  if (event.type !== 'CommentPosted') return undefined
  const { comment, by, text } = event.data
  return { kind: 'comment', number: commentNumber(comment) ?? 0, by, text, at: event.at }
}

export function evolveReactionCounts(
  counts: ReactionCounts = noReactions,
  event: ReactionEvent,
  wasHidden: () => boolean,
): ReactionCounts {
  const { comments, hidden = 0 } = counts
  switch (event.type) {
    case 'ProjectLiked':
      return { ...counts, likes: counts.likes + 1 }
    case 'ProjectUnliked':
      return { ...counts, likes: counts.likes - 1 }
    case 'ProjectViewed':
      return { ...counts, views: counts.views + 1 }
    case 'CommentPosted': {
      const newest = commentNumber(event.data.comment) ?? counts.newest
      const oldest = counts.oldest === 0 ? newest : counts.oldest
      return { ...counts, comments: counts.comments + 1, oldest, newest }
    }
    case 'CommentRemoved':
      return wasHidden() ? { ...counts, hidden: hidden - 1 } : { ...counts, comments: comments - 1 }
    case 'CommentHidden':
      return { ...counts, comments: comments - 1, hidden: hidden + 1 }
    case 'CommentShown':
      return { ...counts, comments: comments + 1, hidden: hidden - 1 }
  }
}
