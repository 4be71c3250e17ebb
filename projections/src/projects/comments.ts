import type { Comment, CommentsAnswer, SpokenComment } from '@thirty/contracts/api/reactions.ts'
import { commentId } from '@thirty/contracts/rules/comment-id.ts'
import { pictureAddress } from '@thirty/contracts/rules/pictures.ts'
import { projectParts } from '@thirty/contracts/rules/project-id.ts'
import type { ViewKey, ViewStore } from '@thirty/infra/views/views.ts'
import { cursorAt, placeOfCursor } from '../cursor.ts'
import { nobody, type Reader } from './card.ts'
import { cards } from './cards.ts'
import {
  beginOfSheet,
  commentSheet,
  noFigures,
  sheetSize,
  type Figures,
  type SheetComment,
} from './reactions.ts'
import type { Owner, ProjectsDocument } from './view.ts'

export type CommentQueries = {
  /** The comments on a project, newest first; `undefined` for a project that does not exist, or was withdrawn. */
  comments(
    projectId: string,
    page: { limit: number; cursor?: string | undefined },
    reader: Reader,
  ): Promise<CommentsAnswer | undefined>
}

export function commentQueries({ store, view }: { store: ViewStore; view: ViewKey }): CommentQueries {
  const { owners } = cards({ store, view })

  /** So many comments below a number, newest first. Where some were removed, further sheets are looked at. */
  const newestOf = async (id: string, { oldest, newest }: Figures, below: number, wanted: number) => {
    const found: SheetComment[] = []
    let next = Math.min(below - 1, newest)
    while (next >= oldest && next > 0 && found.length < wanted) {
      const sheets = sheetsDownFrom(next, oldest, Math.ceil(wanted / sheetSize) + 1)
      const ids = sheets.map((number) => commentSheet(id, number))
      for (const sheet of await store.load<ProjectsDocument>(view, ids)) {
        if (sheet?.kind !== 'comments') continue
        // Older ones on the same sheet are those of an earlier hand-in.
        found.push(...sheet.comments.filter(({ number }) => number >= oldest && number <= next).toReversed())
      }
      next = beginOfSheet(sheets.at(-1) ?? 0) - 1
    }
    return found.slice(0, wanted)
  }

  return {
    comments: async (id, { limit, cursor }, reader) => {
      const list = `comments ${id}`
      const below = placeOfCursor(list, cursor) ?? Infinity
      const position = (await store.checkpoint(view)).toString()
      const [project] = projectParts(id) ? await store.load<ProjectsDocument>(view, [id]) : []
      if (project?.kind !== 'project') return undefined
      const { figures = noFigures } = project
      const found = figures.comments > 0 ? await newestOf(id, figures, below, limit + 1) : []
      const shown = found.slice(0, limit)
      const known = await owners(shown.map(({ by }) => by))
      const last = found.length > limit ? shown.at(-1) : undefined
      return {
        success: true,
        comments: shown.map((comment) => seenBy(reader, spokenComment(comment, known.get(comment.by)))),
        count: figures.comments,
        nextCursor: last ? cursorAt(list, last.number) : null,
        position,
      }
    },
  }
}

/** A comment as everybody sees it. */
export function spokenComment({ number, by, text, at }: SheetComment, author?: Owner): SpokenComment {
  const { fullName, picture } = author ?? nobody
  const avatar = pictureAddress(picture)
  return { id: commentId(number), text, createdAt: at, author: { _id: by, name: fullName, avatar } }
}

function seenBy(reader: Reader, comment: SpokenComment): Comment {
  const mine = comment.author._id === reader.id
  return { ...comment, mine, mayRemove: mine || reader.isAdmin }
}

/** One number of each sheet from a number downwards: at most so many sheets. */
function sheetsDownFrom(number: number, oldest: number, most: number): number[] {
  const sheets: number[] = []
  for (let next = number; next >= oldest && next >= 0 && sheets.length < most;) {
    sheets.push(next)
    next = beginOfSheet(next) - 1
  }
  return sheets
}
