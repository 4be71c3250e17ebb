import type { DiscussionEvent } from '@thirty/contracts/events/discussion.ts'
import { rooms, type DiscussionNews } from '@thirty/contracts/live.ts'
import type { IsHeard } from '@thirty/infra/live/live.ts'
import type { Announcement } from '../gather.ts'
import type { Change } from '../projection.ts'
import type { DiscussionsDocument } from './view.ts'

/** Whoever watches the community hears that a discussion is there, went on or is gone; its words are to be asked for. */
export function discussionsNews(isHeard: IsHeard) {
  return ({ event, id, before, after }: Change<DiscussionsDocument>): readonly Announcement[] => {
    const discussion = after ?? before
    if (discussion?.kind !== 'discussion' || !isHeard(rooms.community)) return []
    const { replies, latestAt } = discussion
    const item: DiscussionNews = { discussionId: id, what: whats[event.type] ?? 'changed', replies, latestAt }
    return [{ room: rooms.community, message: 'discussion.changed', item, key: id }]
  }
}

const whats: Partial<Record<string, DiscussionNews['what']>> = {
  DiscussionOpened: 'opened',
  DiscussionRemoved: 'removed',
  ReplyPosted: 'replied',
} satisfies Partial<Record<DiscussionEvent['type'], DiscussionNews['what']>>
