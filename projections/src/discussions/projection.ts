// The projection of discussions and replies of all runs.

import { discussionEvents } from '@thirty/contracts/community/events.ts'
import { discussionIdFromStream } from '@thirty/contracts/events/stream-names.ts'
import { withHidden, type StoredHidden } from '@thirty/contracts/community/hidden-texts.ts'
import type { DocumentsOfEvent, Projection, RecordedEventOf } from '@thirty/infra/read-models/projection.ts'
import { ofKind } from '@thirty/contracts/of-kind.ts'

type DiscussionEvent = RecordedEventOf<typeof discussionEvents>

/**
 * A discussion that was not removed. Times are ISO. `replies` counts the replies that everybody sees. `latest` is the position of its
 * opening or of its latest reply, exact below 2^53; removing that reply does not move it back. `revision` is the revision of the latest
 * event of the stream, so that every change of a reply changes the discussion too.
 */
export type Discussion = {
  kind: 'discussion'
  title: string
  text: string
  by: string
  at: string
  editedAt: string | null
  replies: number
  latest: number
  latestAt: string
  revision: number
  /** Set while only its author and moderators see it. */
  hidden?: StoredHidden
}

/** A reply that was not removed. Replies of a removed discussion are kept, but no query returns them. */
export type Reply = {
  kind: 'reply'
  discussion: string
  text: string
  by: string
  at: string
  editedAt: string | null
  position: number
  /** As of a discussion. */
  hidden?: StoredHidden
}

export type DiscussionsDocument = Discussion | Reply

/** Index of the replies to a discussion, by position. */
export const repliesIndex = (discussion: string): string => `replies:${discussion}`

/** The indexes `active` and `hidden` contain the discussions by their latest position, all or hidden ones. */
export const discussionsProjection: Projection<DiscussionsDocument, typeof discussionEvents> = {
  name: 'discussions',
  version: 2,
  streams: ['discussion-'],
  events: discussionEvents,
  documentIds,
  evolve: (document, event, id, others) =>
    id === discussionIdFromStream(event.stream)
      ? evolveDiscussion(ofKind(document, 'discussion'), event, others)
      : evolveReply(ofKind(document, 'reply'), event),
  indexEntries: (document) =>
    document.kind === 'discussion'
      ? {
          active: { score: document.latest },
          ...(document.hidden !== undefined && { hidden: { score: document.latest } }),
        }
      : { [repliesIndex(document.discussion)]: { score: document.position } },
}

function documentIds(event: DiscussionEvent): string[] {
  const id = discussionIdFromStream(event.stream)
  if (id === undefined) return []
  return 'reply' in event.data ? [id, event.data.reply] : [id]
}

function evolveDiscussion(
  discussion: Discussion | undefined,
  event: DiscussionEvent,
  others: DocumentsOfEvent<DiscussionsDocument>,
): Discussion | undefined {
  const { at, revision } = event
  const latest = { latest: Number(event.position), latestAt: at }
  if (event.type === 'DiscussionOpened')
    return { kind: 'discussion', ...event.data, at, editedAt: null, replies: 0, ...latest, revision }
  if (discussion === undefined) return undefined
  switch (event.type) {
    case 'DiscussionRevised':
      return { ...discussion, ...event.data, editedAt: at, revision }
    case 'DiscussionRemoved':
      return undefined
    case 'ReplyPosted':
      return { ...discussion, replies: discussion.replies + 1, ...latest, revision }
    case 'ReplyRevised':
      return { ...discussion, revision }
    case 'ReplyRemoved': {
      // The discussion comes first: it needs the reply as it was before.
      const reply = others(event.data.reply)
      const wasHidden = reply?.kind === 'reply' && reply.hidden !== undefined
      return { ...discussion, replies: discussion.replies - (wasHidden ? 0 : 1), revision }
    }
    case 'ReplyHidden':
      return { ...discussion, replies: discussion.replies - 1, revision }
    case 'ReplyShown':
      return { ...discussion, replies: discussion.replies + 1, revision }
    case 'DiscussionHidden':
    case 'DiscussionShown':
      return { ...withHidden(discussion, event), revision }
  }
}

function evolveReply(reply: Reply | undefined, event: DiscussionEvent): Reply | undefined {
  const { stream, at, position } = event
  if (event.type === 'ReplyPosted') {
    const discussion = discussionIdFromStream(stream) ?? ''
    const { text, by } = event.data
    return { kind: 'reply', discussion, text, by, at, editedAt: null, position: Number(position) }
  }
  if (reply === undefined || event.type === 'ReplyRemoved') return undefined
  if (event.type === 'ReplyHidden' || event.type === 'ReplyShown') return withHidden(reply, event)
  return event.type === 'ReplyRevised' ? { ...reply, text: event.data.text, editedAt: at } : reply
}
