import { pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents, projectViewEvents } from '@thirty/contracts/events/project.ts'
import { sortablePosition } from '@thirty/contracts/rules/rank.ts'
import { commentNumber } from '@thirty/contracts/rules/streams/project-id.ts'
import type { RecordedEventOf } from '@thirty/infra/read-models/read-models.ts'

/** Counts of a project, and the numbers of the first (`oldest`) and last (`newest`) comment posted; 0 without any. */
export type ReactionCounts = {
  likes: number
  views: number
  comments: number
  oldest: number
  newest: number
}

/** The projects of one day that a user likes, each with the sortable position of the like. */
export type LikedProjects = { kind: 'liked'; projects: Readonly<Record<string, string>> }

/** Consecutive comments of a project, in their order. `at` is ISO time. */
export type CommentChunk = { kind: 'comments'; comments: readonly StoredComment[] }
export type StoredComment = { number: number; by: string; text: string; at: string }

/** Likes, comments and views, as opposed to reviews and ratings. */
export const reactionEvents = {
  ...pickEvents(projectEvents, 'ProjectLiked', 'ProjectUnliked', 'CommentPosted', 'CommentRemoved'),
  ...projectViewEvents,
}
export type ReactionEvent = RecordedEventOf<typeof reactionEvents>

export const noReactions: ReactionCounts = { likes: 0, views: 0, comments: 0, oldest: 0, newest: 0 }

/** Small enough to rewrite a chunk for each comment, large enough to load a page from few documents. */
export const commentsPerChunk = 32

/** Id of the document of a user's likes for one day: a page of cards needs only few of these documents. */
export const likedDocumentId = (user: string, day: number): string => `liked:${user}:${day}`
export const isLikedDocumentId = (id: string): boolean => id.startsWith('liked:')

/** Id of the document that contains the comment with this number. */
export const commentChunkId = (project: string, number: number): string =>
  `comments:${project}:${Math.floor(number / commentsPerChunk)}`
export const isCommentChunkId = (id: string): boolean => id.startsWith('comments:')

/** Returns the lowest comment number of the chunk that contains this one. */
export const firstNumberInChunk = (number: number): number => number - (number % commentsPerChunk)

/** Whether the like is newer than the submission: likes of an earlier submission of the same day do not count. */
export const isLiked = (
  liked: LikedProjects | undefined,
  id: string,
  { position }: { position: string },
): boolean => (liked?.projects[id] ?? '') > position

/** Returns the ids of the documents that a reaction changes in addition to the project's own. */
export function relatedDocumentIds(event: ReactionEvent, { id, day }: { id: string; day: number }): string[] {
  switch (event.type) {
    case 'ProjectLiked':
    case 'ProjectUnliked':
      return [likedDocumentId(event.data.by, day)]
    case 'CommentPosted':
    case 'CommentRemoved': {
      const number = commentNumber(event.data.comment)
      return number === undefined ? [] : [commentChunkId(id, number)]
    }
    case 'ProjectViewed':
      return []
    default:
      return event satisfies never
  }
}

export function evolveLikedProjects(
  liked: LikedProjects | undefined,
  event: ReactionEvent,
): LikedProjects | undefined {
  const project = event.stream.slice('project-'.length)
  if (event.type === 'ProjectLiked')
    return { kind: 'liked', projects: { ...liked?.projects, [project]: sortablePosition(event.position) } }
  if (event.type !== 'ProjectUnliked' || liked === undefined) return liked
  const { [project]: _, ...projects } = liked.projects
  return Object.keys(projects).length > 0 ? { kind: 'liked', projects } : undefined
}

export function evolveCommentChunk(
  chunk: CommentChunk | undefined,
  event: ReactionEvent,
): CommentChunk | undefined {
  const comments = chunk?.comments ?? []
  if (event.type === 'CommentPosted') {
    const { comment, by, text } = event.data
    const number = commentNumber(comment) ?? 0
    return { kind: 'comments', comments: [...comments, { number, by, text, at: event.at }] }
  }
  if (event.type !== 'CommentRemoved') return chunk
  const removed = commentNumber(event.data.comment)
  const remaining = comments.filter(({ number }) => number !== removed)
  return remaining.length > 0 ? { kind: 'comments', comments: remaining } : undefined
}

export function evolveReactionCounts(
  counts: ReactionCounts = noReactions,
  event: ReactionEvent,
): ReactionCounts {
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
      return { ...counts, comments: counts.comments - 1 }
    default:
      return event satisfies never
  }
}
