import type { Comment, CommentsResponse, PublicComment } from '@thirty/contracts/api/projects/reactions.ts'
import { commentId } from '@thirty/contracts/rules/streams/comment-id.ts'
import { imagePath } from '@thirty/contracts/rules/images.ts'
import { parseProjectId } from '@thirty/contracts/rules/streams/project-id.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { encodeCursor, decodeCursorStart } from '../../cursor.ts'
import { deletedOwner, type Reader } from '../cards.ts'
import { cardLoader } from '../cards.ts'
import {
  firstNumberInChunk,
  commentChunkId,
  noReactions,
  commentsPerChunk,
  type ReactionCounts,
  type StoredComment,
} from './reactions.ts'
import type { Owner, ProjectsDocument } from '../projection.ts'

export type CommentQueries = {
  /** The comments on a project, newest first; `undefined` for a project that does not exist, or was withdrawn. */
  comments(
    projectId: string,
    page: { limit: number; cursor?: string | undefined },
    reader: Reader,
  ): Promise<CommentsResponse | undefined>
}

export function commentQueries({
  store,
  view,
}: {
  store: ReadModelStore
  view: ReadModelKey
}): CommentQueries {
  const { owners } = cardLoader({ store, view })

  /** So many comments below a number, newest first. Where some were removed, further sheets are looked at. */
  const newestOf = async (id: string, { oldest, newest }: ReactionCounts, below: number, wanted: number) => {
    const found: StoredComment[] = []
    let next = Math.min(below - 1, newest)
    while (next >= oldest && next > 0 && found.length < wanted) {
      const sheets = sheetsDownFrom(next, oldest, Math.ceil(wanted / commentsPerChunk) + 1)
      const ids = sheets.map((number) => commentChunkId(id, number))
      for (const sheet of await store.load<ProjectsDocument>(view, ids)) {
        if (sheet?.kind !== 'comments') continue
        // Older ones on the same sheet are those of an earlier hand-in.
        found.push(...sheet.comments.filter(({ number }) => number >= oldest && number <= next).toReversed())
      }
      next = firstNumberInChunk(sheets.at(-1) ?? 0) - 1
    }
    return found.slice(0, wanted)
  }

  return {
    comments: async (id, { limit, cursor }, reader) => {
      const list = `comments ${id}`
      const below = decodeCursorStart(list, cursor) ?? Infinity
      const position = (await store.checkpoint(view)).toString()
      const [project] = parseProjectId(id) ? await store.load<ProjectsDocument>(view, [id]) : []
      if (project?.kind !== 'project') return undefined
      const { figures = noReactions } = project
      const found = figures.comments > 0 ? await newestOf(id, figures, below, limit + 1) : []
      const shown = found.slice(0, limit)
      const known = await owners(shown.map(({ by }) => by))
      const last = found.length > limit ? shown.at(-1) : undefined
      return {
        success: true,
        comments: shown.map((comment) => seenBy(reader, toPublicComment(comment, known.get(comment.by)))),
        count: figures.comments,
        nextCursor: last ? encodeCursor(list, last.number) : null,
        position,
      }
    },
  }
}

/** A comment as everybody sees it. */
export function toPublicComment({ number, by, text, at }: StoredComment, author?: Owner): PublicComment {
  const { fullName, picture } = author ?? deletedOwner
  const avatar = imagePath(picture)
  return { id: commentId(number), text, createdAt: at, author: { _id: by, name: fullName, avatar } }
}

function seenBy(reader: Reader, comment: PublicComment): Comment {
  const mine = comment.author._id === reader.id
  return { ...comment, mine, mayRemove: mine || reader.isAdmin }
}

/** One number of each sheet from a number downwards: at most so many sheets. */
function sheetsDownFrom(number: number, oldest: number, most: number): number[] {
  const sheets: number[] = []
  for (let next = number; next >= oldest && next >= 0 && sheets.length < most;) {
    sheets.push(next)
    next = firstNumberInChunk(next) - 1
  }
  return sheets
}
