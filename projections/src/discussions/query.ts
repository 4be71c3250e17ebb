// The queries of discussions and their replies, which leave out what is hidden from the reader, and the live updates of their changes.

import type { PageQuery } from '@thirty/contracts/endpoints/responses.ts'
import {
  discussionEndpoints,
  type DiscussionResponse,
  type DiscussionsResponse,
} from '@thirty/contracts/community/discussions-api.ts'
import type { DiscussionEvent, discussionEvents } from '@thirty/contracts/community/events.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { isDiscussionId } from '@thirty/contracts/events/stream-names.ts'
import { excerptOf } from '@thirty/contracts/user-texts/excerpt.ts'
import { rooms, type DiscussionUpdate } from '@thirty/contracts/live/live.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { ReadModelStore } from '@thirty/infra/read-models/read-models.ts'
import { documentsById, documentsPage } from '../document-reads.ts'
import type { DocumentChange, LiveUpdate } from '../registered-projection.ts'
import type { DiscussionSummary, PersonSummaryLookup } from '../summaries.ts'
import {
  discussionsProjection,
  repliesIndex,
  type Discussion,
  type DiscussionsDocument,
  type Reply,
} from './projection.ts'
import { hiddenFor, isVisibleTo, type Reader } from '@thirty/contracts/community/hidden-texts.ts'
import { livePosition } from '../read-model-state.ts'

type Options = { store: ReadModelStore; personSummaries: PersonSummaryLookup }

export function discussionQueries({ store, personSummaries }: Options) {
  const source = { store, readModel: discussionsProjection }

  /** Returns what a reader sees of any of these texts, with its people. */
  const shownTo = async (reader: Reader, texts: readonly (Discussion | Reply)[]) => {
    const summaryOf = await personSummaries(
      texts.flatMap(({ by, hidden }) => (hidden ? [by, hidden.by] : [by])),
    )
    return (id: string, text: Discussion | Reply) => ({
      id,
      author: summaryOf(text.by),
      createdAt: text.at,
      editedAt: text.editedAt,
      ...hiddenFor(text, reader, summaryOf),
    })
  }

  return {
    /**
     * Returns a page, newest activity first, without what is hidden from the reader. A discussion that becomes active between two pages
     * moves none of the others.
     */
    list: async ({ limit, cursor }: PageQuery, reader: Reader): Promise<DiscussionsResponse> => {
      const position = await livePosition(store, discussionsProjection)
      const [count, hiddenCount, { found, nextCursor }] = await Promise.all([
        store.count(discussionsProjection, 'active'),
        store.count(discussionsProjection, 'hidden'),
        documentsPage<Discussion>(source, { index: 'active', list: 'discussions', limit, cursor }),
      ])
      // A discussion that became active after its entry was read is on the first page.
      const page = found.filter(
        ({ document, score }) => document.latest === score && isVisibleTo(document, reader),
      )
      const texts = page.map(({ document }) => document)
      const show = await shownTo(reader, texts)
      return {
        discussions: page.map(({ id, document }) => ({
          ...show(id, document),
          ...cardFields(document),
          excerpt: excerptOf(document.text),
        })),
        count: count - hiddenCount,
        nextCursor,
        ...position,
      }
    },
    /** Returns a discussion with a page of its replies, oldest first; `undefined` if it does not exist. */
    one: async (
      id: string,
      { limit, cursor }: PageQuery,
      reader: Reader,
    ): Promise<DiscussionResponse | undefined> => {
      const position = await livePosition(store, discussionsProjection)
      const [document] = isDiscussionId(id)
        ? await store.load<DiscussionsDocument>(discussionsProjection, [id])
        : []
      if (document?.kind !== 'discussion' || !isVisibleTo(document, reader)) return undefined
      const oldestFirst = { index: repliesIndex(id), order: 'asc', list: `discussion ${id}` } as const
      const { found, nextCursor } = await documentsPage<Reply>(source, { ...oldestFirst, limit, cursor })
      const page = found.filter((reply) => isVisibleTo(reply.document, reader))
      const show = await shownTo(reader, [document, ...page.map((reply) => reply.document)])
      return {
        discussion: { ...show(id, document), ...cardFields(document), text: document.text },
        replies: page.map((reply) => ({ ...show(reply.id, reply.document), text: reply.document.text })),
        nextCursor,
        ...position,
      }
    },
    /** Returns summaries for other slices; removed and hidden discussions are missing. */
    byIds: async (ids: Iterable<string>): Promise<ReadonlyMap<string, DiscussionSummary>> => {
      const summaryById = new Map<string, DiscussionSummary>()
      for (const [id, document] of await documentsById<DiscussionsDocument>(source, ids)) {
        if (document.kind !== 'discussion' || document.hidden !== undefined) continue
        const { title, text, replies } = document
        summaryById.set(id, { id, title, excerpt: excerptOf(text), replies })
      }
      return summaryById
    },
  }
}

export const discussionHandlers = (queries: ReturnType<typeof discussionQueries>): Endpoint[] => [
  endpoint(discussionEndpoints.list)(({ query, caller }) => queries.list(query, caller)),
  endpoint(discussionEndpoints.one)(
    async ({ params, query, caller }) =>
      (await queries.one(params.discussionId, query, caller)) ??
      refuse('discussion-not-found', 'discussionNotFound'),
  ),
]

const cardFields = ({ title, replies, latestAt }: Discussion) => ({ title, replies, latestAt })

type DiscussionChange = DocumentChange<DiscussionsDocument, typeof discussionEvents>

/** Sends the id of a changed discussion to the community room, without its texts, which clients fetch. */
export function discussionsUpdates({ event, id, before, after }: DiscussionChange): readonly LiveUpdate[] {
  const discussion = after ?? before
  if (discussion?.kind !== 'discussion') return []
  const { replies, latestAt } = discussion
  const item = { discussionId: id, what: changeByEventType[event.type] ?? 'changed', replies, latestAt }
  return [{ room: rooms.community, message: 'discussion.changed', item, key: id }]
}

const changeByEventType: Partial<Record<DiscussionEvent['type'], DiscussionUpdate['what']>> = {
  DiscussionOpened: 'opened',
  DiscussionRemoved: 'removed',
  // Its author and moderators load it again, as hidden.
  DiscussionHidden: 'removed',
  ReplyPosted: 'replied',
}
