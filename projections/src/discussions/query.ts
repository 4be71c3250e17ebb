import type {
  DiscussionResponse,
  DiscussionCard,
  DiscussionsResponse,
  Reply as ReplyItem,
  PersonSummary,
} from '@thirty/contracts/community/discussions-api.ts'
import { isDiscussionId } from '@thirty/contracts/events/stream-names.ts'
import { excerptOf } from '@thirty/contracts/user-texts/visible-text.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { encodeCursor, decodeCursorStart } from '../cursor.ts'
import type { DiscussionSummaryLookup, DiscussionSummary, PersonSummaryLookup } from '../summaries.ts'
import {
  discussionsProjection,
  repliesIndex,
  type Discussion,
  type DiscussionsDocument,
  type Reply,
} from './projection.ts'
import { hiddenFor, isVisibleTo, type Reader } from '@thirty/contracts/community/hidden-texts.ts'
import { livePosition } from '../live-position.ts'

export type PageQuery = { limit: number; cursor?: string | undefined }

export type DiscussionQueries = {
  /**
   * Returns a page, newest activity first, without what is hidden from the reader. A discussion that becomes active between two pages moves
   * none of the others.
   */
  list(query: PageQuery, reader: Reader): Promise<DiscussionsResponse>
  /** Returns a discussion with a page of its replies, oldest first; `undefined` if it does not exist. */
  one(id: string, query: PageQuery, reader: Reader): Promise<DiscussionResponse | undefined>
  /** Returns summaries for other slices; removed and hidden discussions are missing. */
  byIds: DiscussionSummaryLookup
}

type Options = { store: ReadModelStore; personSummaries: PersonSummaryLookup }

export function discussionQueries({ store, personSummaries }: Options): DiscussionQueries {
  return {
    list: async ({ limit, cursor }, reader) => {
      const position = await livePosition(store, discussionsProjection)
      const before = decodeCursorStart('discussions', cursor)
      const [count, hiddenCount, countBeforeCursor] = await Promise.all([
        store.count(discussionsProjection, 'active'),
        store.count(discussionsProjection, 'hidden'),
        before === undefined ? undefined : store.countBetween(discussionsProjection, 'active', 0, before - 1),
      ])
      const upper = countBeforeCursor ?? count
      const offset = Math.max(0, upper - limit)
      const found = await store.range<Discussion>(discussionsProjection, 'active', {
        offset,
        limit: upper - offset,
      })
      // A discussion may become active between the two reads and move into the range.
      const newestFirst = found.reverse().filter(({ document }) => document.latest < (before ?? Infinity))
      const last = newestFirst.at(-1)?.document
      const page = newestFirst.filter(({ document }) => isVisibleTo(document, reader))
      const summaryOf = await personSummaries(page.flatMap(({ document }) => personsOf(document)))
      const show = forReader(reader, summaryOf)
      return {
        success: true,
        discussions: page.map(({ id, document }) => ({
          ...toCard(id, document, summaryOf),
          ...show(document),
        })),
        count: count - hiddenCount,
        nextCursor: offset > 0 && last ? encodeCursor('discussions', last.latest) : null,
        ...position,
      }
    },
    one: async (id, { limit, cursor }, reader) => {
      const position = await livePosition(store, discussionsProjection)
      const [document] = isDiscussionId(id)
        ? await store.load<DiscussionsDocument>(discussionsProjection, [id])
        : []
      if (document?.kind !== 'discussion' || !isVisibleTo(document, reader)) return undefined
      const [index, list] = [repliesIndex(id), `discussion ${id}`]
      const after = decodeCursorStart(list, cursor)
      const offset =
        after === undefined ? 0 : await store.countBetween(discussionsProjection, index, 0, after)
      const found = await store.range<Reply>(discussionsProjection, index, { offset, limit: limit + 1 })
      const last = found.slice(0, limit).at(-1)?.document
      const page = found.slice(0, limit).filter((reply) => isVisibleTo(reply.document, reader))
      const documents = [document, ...page.map((reply) => reply.document)]
      const summaryOf = await personSummaries(documents.flatMap(personsOf))
      const show = forReader(reader, summaryOf)
      const { excerpt: _, ...card } = toCard(id, document, summaryOf)
      return {
        success: true,
        discussion: { ...card, text: document.text, ...show(document) },
        replies: page.map((reply) => ({
          ...toReplyItem(reply.id, reply.document, summaryOf),
          ...show(reply.document),
        })),
        nextCursor: found.length > limit && last ? encodeCursor(list, last.position) : null,
        ...position,
      }
    },
    byIds: async (ids) => {
      const uniqueIds = [...new Set(ids)]
      const documents =
        uniqueIds.length === 0 ? [] : await store.load<DiscussionsDocument>(discussionsProjection, uniqueIds)
      const summaryById = new Map<string, DiscussionSummary>()
      uniqueIds.forEach((id, index) => {
        const document = documents[index]
        if (document?.kind !== 'discussion' || document.hidden !== undefined) return
        const { title, text, replies } = document
        summaryById.set(id, { id, title, excerpt: excerptOf(text), replies })
      })
      return summaryById
    },
  }
}

type SummaryOf = (userId: string) => PersonSummary

/** The author, and who hid the text. */
const personsOf = ({ by, hidden }: Discussion | Reply): string[] => (hidden ? [by, hidden.by] : [by])

const forReader = (reader: Reader, summaryOf: SummaryOf) => (text: Discussion | Reply) =>
  hiddenFor(text, reader, summaryOf)

function toCard(id: string, discussion: Discussion, summaryOf: SummaryOf): DiscussionCard {
  const { title, text, by, at, editedAt, replies, latestAt } = discussion
  return {
    id,
    title,
    excerpt: excerptOf(text),
    author: summaryOf(by),
    createdAt: at,
    editedAt,
    replies,
    latestAt,
  }
}

function toReplyItem(id: string, { text, by, at, editedAt }: Reply, summaryOf: SummaryOf): ReplyItem {
  return { id, text, author: summaryOf(by), createdAt: at, editedAt }
}
