// The query of the comments on a project, and a comment as responses and messages show it. Their documents are in `reactions.ts`.

import type { PageQuery } from '@thirty/contracts/endpoints/responses.ts'
import type { Comment, CommentsResponse, PublicComment } from '@thirty/contracts/community/reactions-api.ts'
import { imagePath } from '@thirty/contracts/images/images.ts'
import { hasPermission } from '@thirty/contracts/team/permissions.ts'
import { commentId } from '@thirty/contracts/projects/project-id.ts'
import { encodeCursor, decodeCursorStart, type Source } from '../../document-reads.ts'
import { ownersById, projectById } from '../card-loader.ts'
import type { CardOwner } from '../owner.ts'
import type { Reader } from '../project.ts'
import type { ProjectsDocument } from '../projection.ts'
import { commentDocumentId, noReactions, type ReactionCounts, type StoredComment } from './reactions.ts'
import { hiddenFor, isVisibleTo } from '@thirty/contracts/community/hidden-texts.ts'
import { nameAs } from '@thirty/contracts/accounts/stand-ins.ts'
import { livePosition } from '../../read-model-state.ts'

/** Maximum number of documents in one read, so that it takes no more than some milliseconds. */
const maxReadSize = 1_024

/** Returns the comments on a project, newest first; `undefined` if the project does not exist or was withdrawn. */
export async function commentsOn(
  source: Source,
  id: string,
  { limit, cursor }: PageQuery,
  reader: Reader,
): Promise<CommentsResponse | undefined> {
  const list = `comments ${id}`
  const below = decodeCursorStart(list, cursor) ?? Infinity
  const position = await livePosition(source.store, source.readModel)
  const project = await projectById(source, id)
  if (project === undefined) return undefined
  const { figures = noReactions } = project
  const isEmpty = figures.comments + (figures.hidden ?? 0) === 0
  const found = isEmpty ? [] : await newestComments(source, id, figures, { below, limit: limit + 1, reader })
  const page = found.slice(0, limit)
  const people = page.flatMap(({ by, hidden }) => (hidden ? [by, hidden.by] : [by]))
  const personOf = await ownersById(source, people)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    comments: page.map((comment) => ({
      ...toComment(toPublicComment(comment, personOf(comment.by)), reader),
      ...hiddenFor(comment, reader, personOf),
    })),
    count: figures.comments,
    nextCursor: last ? encodeCursor(list, last.number) : null,
    ...position,
  }
}

/**
 * Returns up to `limit` comments with numbers below `below`, newest first. The numbers of removed comments are missing,
 * so it reads on until it has enough, more at a time the longer it takes.
 */
async function newestComments(
  { store, readModel }: Source,
  id: string,
  { oldest, newest }: ReactionCounts,
  { below, limit, reader }: { below: number; limit: number; reader: Reader },
): Promise<StoredComment[]> {
  const found: StoredComment[] = []
  // Numbers below `oldest` belong to an earlier submission of the same day.
  const lowest = Math.max(oldest, 1)
  let next = Math.min(below - 1, newest)
  let readSize = limit
  while (next >= lowest && found.length < limit) {
    const size = Math.min(readSize, next - lowest + 1)
    const ids = Array.from({ length: size }, (_, index) => commentDocumentId(id, next - index))
    for (const document of await store.load<ProjectsDocument>(readModel, ids))
      if (document?.kind === 'comment' && isVisibleTo(document, reader)) found.push(document)
    next -= size
    readSize = Math.min(2 * readSize, maxReadSize)
  }
  return found.slice(0, limit)
}

/** Returns a comment without the fields that depend on its reader. */
export function toPublicComment({ number, by, text, at }: StoredComment, author: CardOwner): PublicComment {
  const { username, picture } = author
  return {
    id: commentId(number),
    text,
    createdAt: at,
    author: {
      _id: by,
      ...nameAs('name', author),
      ...(username !== null && { username }),
      avatar: imagePath(picture),
    },
  }
}

function toComment(comment: PublicComment, reader: Reader): Comment {
  const mine = comment.author._id === reader.id
  return { ...comment, mine, mayRemove: mine || hasPermission(reader.role, 'moderate-community') }
}
