import type {
  DiscussionResponse,
  DiscussionCard,
  DiscussionsResponse,
  Reply as ShownReply,
  PersonSummary,
} from '@thirty/contracts/api/community/discussions.ts'
import { isDiscussionId } from '@thirty/contracts/rules/streams/stream-names.ts'
import { excerptOf } from '@thirty/contracts/rules/text/visible-text.ts'
import type { ReadModelKey, ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { encodeCursor, decodeCursorStart } from '../cursor.ts'
import type { DiscussionSummaryLookup, DiscussionSummary, PersonSummaryLookup } from '../summaries.ts'
import { repliesIndex, type Discussion, type DiscussionsDocument, type Reply } from './projection.ts'

export type PageQuery = { limit: number; cursor?: string | undefined }

export type DiscussionQueries = {
  /** Newest activity first. What became active while somebody pages on stands at the beginning, and moves nothing else. */
  list(query: PageQuery): Promise<DiscussionsResponse>
  /** A discussion with its replies, oldest first; `undefined` for one that is not there. */
  one(id: string, query: PageQuery): Promise<DiscussionResponse | undefined>
  /** What others show of discussions. */
  of: DiscussionSummaryLookup
}

type Options = { store: ReadModelStore; readModel: ReadModelKey; speakersOf: PersonSummaryLookup }

export function discussionQueries({ store, readModel: view, speakersOf }: Options): DiscussionQueries {
  const position = async () => (await store.checkpoint(view)).toString()

  return {
    list: async ({ limit, cursor }) => {
      const at = await position()
      const before = decodeCursorStart('discussions', cursor)
      const [count, end] = await Promise.all([
        store.count(view, 'active'),
        before === undefined ? undefined : store.countBetween(view, 'active', 0, before - 1),
      ])
      const upper = end ?? count
      const offset = Math.max(0, upper - limit)
      const found = await store.range<Discussion>(view, 'active', { offset, limit: upper - offset })
      // Something may have become active between two looks, and moved the others by one.
      const shown = found.reverse().filter(({ document }) => document.latest < (before ?? Infinity))
      const last = shown.at(-1)?.document
      const speaker = await speakersOf(shown.map(({ document }) => document.by))
      return {
        success: true,
        discussions: shown.map(({ id, document }) => cardOf(id, document, speaker)),
        count,
        nextCursor: offset > 0 && last ? encodeCursor('discussions', last.latest) : null,
        position: at,
      }
    },
    one: async (id, { limit, cursor }) => {
      const at = await position()
      const [document] = isDiscussionId(id) ? await store.load<DiscussionsDocument>(view, [id]) : []
      if (document?.kind !== 'discussion') return undefined
      const [index, list] = [repliesIndex(id), `discussion ${id}`]
      const after = decodeCursorStart(list, cursor)
      const offset = after === undefined ? 0 : await store.countBetween(view, index, 0, after)
      const found = await store.range<Reply>(view, index, { offset, limit: limit + 1 })
      const shown = found.slice(0, limit)
      const last = shown.at(-1)?.document
      const speaker = await speakersOf([document.by, ...shown.map((reply) => reply.document.by)])
      const { excerpt: _, ...card } = cardOf(id, document, speaker)
      return {
        success: true,
        discussion: { ...card, text: document.text },
        replies: shown.map((reply) => replyOf(reply.id, reply.document, speaker)),
        nextCursor: found.length > limit && last ? encodeCursor(list, last.position) : null,
        position: at,
      }
    },
    of: async (ids) => {
      const wanted = [...new Set(ids)]
      const documents = wanted.length === 0 ? [] : await store.load<DiscussionsDocument>(view, wanted)
      const known = new Map<string, DiscussionSummary>()
      wanted.forEach((id, at) => {
        const document = documents[at]
        if (document?.kind !== 'discussion') return
        const { title, text, replies } = document
        known.set(id, { id, title, excerpt: excerptOf(text), replies })
      })
      return known
    },
  }
}

type SpeakerOf = (id: string) => PersonSummary

function cardOf(id: string, discussion: Discussion, speaker: SpeakerOf): DiscussionCard {
  const { title, text, by, at, editedAt, replies, latestAt } = discussion
  return {
    id,
    title,
    excerpt: excerptOf(text),
    author: speaker(by),
    createdAt: at,
    editedAt,
    replies,
    latestAt,
  }
}

function replyOf(id: string, { text, by, at, editedAt }: Reply, speaker: SpeakerOf): ShownReply {
  return { id, text, author: speaker(by), createdAt: at, editedAt }
}
