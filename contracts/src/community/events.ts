// The events of discussions. Comments on projects are in `projects/events.ts`.

import { z } from 'zod'
import { event, notAudited, type EventOf } from '../events/event-definition.ts'

const by = { by: z.string() }
const texts = { title: z.string(), text: z.string() }
const reply = { reply: z.string() }
const reason = { reason: z.string() }

const ofDiscussion = { backupFile: false, ownData: ['discussions'], exports: [] } as const
const ofReply = { backupFile: false, ownData: ['replies'], exports: [] } as const

/** Streams `discussion-<id>`. A discussion does not belong to a run. `reply` is the id of a reply. */
export const discussionEvents = {
  DiscussionOpened: event({ ...texts, ...by }, ofDiscussion, notAudited),
  DiscussionRevised: event(texts, ofDiscussion, notAudited),
  DiscussionRemoved: event(
    by,
    { ...ofDiscussion, ownData: ['discussions', 'replies'] },
    {
      action: ['discussion-removed', 'Discussion removed'],
      about: 'discussion',
      says: { discussionRemoved: '{actor} removed the discussion “{title}” by {author}' },
    },
  ),
  ReplyPosted: event({ ...reply, ...by, text: z.string() }, ofReply, notAudited),
  ReplyRevised: event({ ...reply, text: z.string() }, ofReply, notAudited),
  ReplyRemoved: event({ ...reply, ...by }, ofReply, {
    action: ['reply-removed', 'Reply removed'],
    about: 'discussion',
    says: { replyRemoved: '{actor} removed a reply by {author} to “{title}”' },
  }),
  /** Only its author and moderators see the discussion until it is shown again. The same for a reply. */
  DiscussionHidden: event({ ...by, ...reason }, ofDiscussion, {
    action: ['discussion-hidden', 'Discussion hidden'],
    about: 'discussion',
    says: { discussionHidden: '{actor} hid the discussion “{title}” by {author}' },
  }),
  DiscussionShown: event(by, ofDiscussion, {
    action: ['discussion-shown', 'Discussion shown again'],
    about: 'discussion',
    says: { discussionShown: '{actor} unhid the discussion “{title}” by {author}' },
  }),
  ReplyHidden: event({ ...by, ...reason, ...reply }, ofReply, {
    action: ['reply-hidden', 'Reply hidden'],
    about: 'discussion',
    says: { replyHidden: '{actor} hid a reply by {author} to “{title}”' },
  }),
  ReplyShown: event({ ...by, ...reply }, ofReply, {
    action: ['reply-shown', 'Reply shown again'],
    about: 'discussion',
    says: { replyShown: '{actor} unhid a reply by {author} to “{title}”' },
  }),
}
export type DiscussionEvent = EventOf<typeof discussionEvents>
