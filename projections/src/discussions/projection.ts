import type { DiscussionEvent } from '@thirty/contracts/events/discussion.ts'
import { discussionIdFromStream } from '@thirty/contracts/rules/streams/stream-names.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import type { Projection } from '@thirty/infra/read-models/read-models.ts'

/**
 * A discussion that was not removed. Times are ISO; `latest` is the position of its opening or latest reply, exact below
 * 2^53; a reply that is removed has moved it all the same, and nothing moves back. `revision` is that of the last event
 * about it, so that whatever happens to its replies is a change of it too.
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
}

/** A reply that was not removed. Those of a removed discussion are left, and nobody finds them. */
export type Reply = {
  kind: 'reply'
  discussion: string
  text: string
  by: string
  at: string
  editedAt: string | null
  position: number
}

export type DiscussionsDocument = Discussion | Reply

/** Index of the replies to a discussion, by their positions. */
export const repliesIndex = (discussion: string): string => `replies:${discussion}`

/** What people talk about, in all runs of the challenge. Discussions stand in `active` by their latest position. */
export const discussionsProjection: Projection<DiscussionsDocument> = {
  name: 'discussions',
  version: 1,
  streams: ['discussion-'],
  documentIds: documentsOf,
  evolve: (document, event, id) =>
    id === discussionIdFromStream(event.stream)
      ? evolveDiscussion(document?.kind === 'discussion' ? document : undefined, event)
      : evolveReply(document?.kind === 'reply' ? document : undefined, event),
  indexEntries: (document) =>
    document.kind === 'discussion'
      ? { active: { score: document.latest } }
      : { [repliesIndex(document.discussion)]: { score: document.position } },
}

function documentsOf(event: RecordedEvent): string[] {
  const id = discussionIdFromStream(event.stream)
  if (id === undefined) return []
  // What stands in the log was checked against the catalogue before it was appended.
  const { type, data } = event as RecordedEvent & DiscussionEvent
  switch (type) {
    case 'DiscussionOpened':
    case 'DiscussionRevised':
    case 'DiscussionRemoved':
      return [id]
    case 'ReplyPosted':
    case 'ReplyRevised':
    case 'ReplyRemoved':
      return [id, data.reply]
    default:
      return []
  }
}

function evolveDiscussion(discussion: Discussion | undefined, event: RecordedEvent): Discussion | undefined {
  // As above: the catalogue was asked before the append.
  const { type, data, at, position, revision } = event as RecordedEvent & DiscussionEvent
  const latest = { latest: Number(position), latestAt: at }
  if (type === 'DiscussionOpened')
    return { kind: 'discussion', ...data, at, editedAt: null, replies: 0, ...latest, revision }
  if (discussion === undefined) return undefined
  switch (type) {
    case 'DiscussionRevised':
      return { ...discussion, ...data, editedAt: at, revision }
    case 'DiscussionRemoved':
      return undefined
    case 'ReplyPosted':
      return { ...discussion, replies: discussion.replies + 1, ...latest, revision }
    case 'ReplyRevised':
      return { ...discussion, revision }
    case 'ReplyRemoved':
      return { ...discussion, replies: discussion.replies - 1, revision }
    default:
      return discussion
  }
}

function evolveReply(reply: Reply | undefined, event: RecordedEvent): Reply | undefined {
  // As above.
  const { type, data, stream, at, position } = event as RecordedEvent & DiscussionEvent
  if (type === 'ReplyPosted') {
    const discussion = discussionIdFromStream(stream) ?? ''
    const { text, by } = data
    return { kind: 'reply', discussion, text, by, at, editedAt: null, position: Number(position) }
  }
  if (reply === undefined || type === 'ReplyRemoved') return undefined
  return type === 'ReplyRevised' ? { ...reply, text: data.text, editedAt: at } : reply
}
