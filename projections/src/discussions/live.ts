import type { DiscussionEvent } from '@thirty/contracts/events/discussion.ts'
import { rooms, type DiscussionUpdate } from '@thirty/contracts/live.ts'
import type { HasListeners } from '@thirty/infra/live/live-publisher.ts'
import type { LiveUpdate } from '../live-update.ts'
import type { DocumentChange } from '../registered-projection.ts'
import type { DiscussionsDocument } from './projection.ts'

/** Whoever watches the community hears that a discussion is there, went on or is gone; its words are to be asked for. */
export function discussionsUpdates(isHeard: HasListeners) {
  return ({ event, id, before, after }: DocumentChange<DiscussionsDocument>): readonly LiveUpdate[] => {
    const discussion = after ?? before
    if (discussion?.kind !== 'discussion' || !isHeard(rooms.community)) return []
    const { replies, latestAt } = discussion
    const item: DiscussionUpdate = {
      discussionId: id,
      what: whats[event.type] ?? 'changed',
      replies,
      latestAt,
    }
    return [{ room: rooms.community, message: 'discussion.changed', item, key: id }]
  }
}

const whats: Partial<Record<string, DiscussionUpdate['what']>> = {
  DiscussionOpened: 'opened',
  DiscussionRemoved: 'removed',
  ReplyPosted: 'replied',
} satisfies Partial<Record<DiscussionEvent['type'], DiscussionUpdate['what']>>
