import type { ProjectEvent, ProjectViewEvent } from '@thirty/contracts/events/project.ts'
import { commentNumber } from '@thirty/contracts/rules/streams/project-id.ts'
import { sortablePosition } from '@thirty/contracts/rules/rank.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'

/** Figures of a project. Comments are numbered; `newest` is the number of the last one, `oldest` that of the first one. */
export type ReactionCounts = {
  likes: number
  views: number
  comments: number
  oldest: number
  newest: number
}

/** The projects of one day that somebody likes, each with the sortable position of the like. */
export type LikedProjects = { kind: 'liked'; projects: Readonly<Record<string, string>> }

/** Some comments of a project that follow one another, in their order. `at` is ISO time. */
export type CommentChunk = { kind: 'comments'; comments: readonly StoredComment[] }
export type StoredComment = { number: number; by: string; text: string; at: string }

/** What people do about a project without judging it. */
export type ReactionEvent =
  | Extract<ProjectEvent, { type: 'ProjectLiked' | 'ProjectUnliked' | 'CommentPosted' | 'CommentRemoved' }>
  | ProjectViewEvent

export const reactionEventTypes: ReadonlySet<string> = new Set<ReactionEvent['type']>([
  'ProjectLiked',
  'ProjectUnliked',
  'CommentPosted',
  'CommentRemoved',
  'ProjectViewed',
])

export const noReactions: ReactionCounts = { likes: 0, views: 0, comments: 0, oldest: 0, newest: 0 }

/** Comments on one sheet: few enough to be written again with each comment, many enough to be read in one go. */
export const commentsPerChunk = 32

/** Id of the document about what somebody likes among the projects of a day: a reader is told with few documents. */
export const likedDocumentId = (user: string, day: number): string => `liked:${user}:${day}`
export const isLikedDocumentId = (id: string): boolean => id.startsWith('liked:')

/** Id of the document that holds the comment with a number. */
export const commentChunkId = (project: string, number: number): string =>
  `comments:${project}:${Math.floor(number / commentsPerChunk)}`
export const isCommentChunkId = (id: string): boolean => id.startsWith('comments:')

/** Lowest number on the sheet of a comment. */
export const firstNumberInChunk = (number: number): number => number - (number % commentsPerChunk)

/** A like of an earlier hand-in of the same day is none of this one. */
export const isLiked = (
  liked: LikedProjects | undefined,
  id: string,
  { position }: { position: string },
): boolean => (liked?.projects[id] ?? '') > position

/** Documents beside the project's own that an event about it touches. */
export function relatedDocumentIds(event: RecordedEvent, { id, day }: { id: string; day: number }): string[] {
  // What stands in the log was checked against the catalogue before it was appended.
  const { type, data } = event as RecordedEvent & ProjectEvent
  if (type === 'ProjectLiked' || type === 'ProjectUnliked') return [likedDocumentId(data.by, day)]
  if (type !== 'CommentPosted' && type !== 'CommentRemoved') return []
  const number = commentNumber(data.comment)
  return number === undefined ? [] : [commentChunkId(id, number)]
}

export function evolveLikedProjects(
  liked: LikedProjects | undefined,
  event: RecordedEvent,
): LikedProjects | undefined {
  const project = event.stream.slice('project-'.length)
  if (event.type === 'ProjectLiked')
    return { kind: 'liked', projects: { ...liked?.projects, [project]: sortablePosition(event.position) } }
  if (event.type !== 'ProjectUnliked' || liked === undefined) return liked
  const { [project]: _, ...projects } = liked.projects
  return Object.keys(projects).length > 0 ? { kind: 'liked', projects } : undefined
}

export function evolveCommentChunk(
  sheet: CommentChunk | undefined,
  event: RecordedEvent,
): CommentChunk | undefined {
  // As above: the catalogue was asked before the append.
  const { type, data, at } = event as RecordedEvent & ProjectEvent
  const comments = sheet?.comments ?? []
  if (type === 'CommentPosted') {
    const number = commentNumber(data.comment) ?? 0
    return { kind: 'comments', comments: [...comments, { number, by: data.by, text: data.text, at }] }
  }
  if (type !== 'CommentRemoved') return sheet
  const left = comments.filter(({ number }) => number !== commentNumber(data.comment))
  return left.length > 0 ? { kind: 'comments', comments: left } : undefined
}

/** The figures after a like, a comment, or somebody's first look. */
export function evolveReactionCounts(
  figures: ReactionCounts = noReactions,
  event: ReactionEvent,
): ReactionCounts {
  switch (event.type) {
    case 'ProjectLiked':
      return { ...figures, likes: figures.likes + 1 }
    case 'ProjectUnliked':
      return { ...figures, likes: figures.likes - 1 }
    case 'ProjectViewed':
      return { ...figures, views: figures.views + 1 }
    case 'CommentPosted': {
      const newest = commentNumber(event.data.comment) ?? figures.newest
      const oldest = figures.oldest === 0 ? newest : figures.oldest
      return { ...figures, comments: figures.comments + 1, oldest, newest }
    }
    case 'CommentRemoved':
      return { ...figures, comments: figures.comments - 1 }
    default:
      return figures
  }
}
