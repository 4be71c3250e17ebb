import type { DiscussionEvent, discussionEvents } from '@thirty/contracts/community/events.ts'
import { rooms, type DiscussionUpdate } from '@thirty/contracts/live/live.ts'
import type { LiveUpdate } from '../live-update.ts'
import type { DocumentChange } from '../registered-projection.ts'
import type { DiscussionsDocument } from './projection.ts'

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
