// The events of discussions. Comments on projects are in `projects/events.ts`.

import { z } from 'zod'
import { event, unauditedEvent, type EventOf } from '../events/event-definition.ts'

const by = { by: z.string() }
const texts = { title: z.string(), text: z.string() }
const reply = { reply: z.string() }
const reason = { reason: z.string() }

/** Streams `discussion-<id>`. A discussion does not belong to a run. `reply` is the id of a reply. */
export const discussionEvents = {
  DiscussionOpened: unauditedEvent({ ...texts, ...by }),
  DiscussionRevised: unauditedEvent(texts),
  DiscussionRemoved: event(by, 'discussion', {
    action: ['discussion-removed', 'Discussion removed'],
    says: { discussionRemoved: '{actor} removed the discussion “{title}” by {author}' },
  }),
  ReplyPosted: unauditedEvent({ ...reply, ...by, text: z.string() }),
  ReplyRevised: unauditedEvent({ ...reply, text: z.string() }),
  ReplyRemoved: event({ ...reply, ...by }, 'discussion', {
    action: ['reply-removed', 'Reply removed'],
    says: { replyRemoved: '{actor} removed a reply by {author} to “{title}”' },
  }),
  /** Only its author and moderators see the discussion until it is shown again. The same for a reply. */
  DiscussionHidden: event({ ...by, ...reason }, 'discussion', {
    action: ['discussion-hidden', 'Discussion hidden'],
    says: { discussionHidden: '{actor} hid the discussion “{title}” by {author}' },
  }),
  DiscussionShown: event(by, 'discussion', {
    action: ['discussion-shown', 'Discussion shown again'],
    says: { discussionShown: '{actor} unhid the discussion “{title}” by {author}' },
  }),
  ReplyHidden: event({ ...by, ...reason, ...reply }, 'discussion', {
    action: ['reply-hidden', 'Reply hidden'],
    says: { replyHidden: '{actor} hid a reply by {author} to “{title}”' },
  }),
  ReplyShown: event({ ...by, ...reply }, 'discussion', {
    action: ['reply-shown', 'Reply shown again'],
    says: { replyShown: '{actor} unhid a reply by {author} to “{title}”' },
  }),
}
export type DiscussionEvent = EventOf<typeof discussionEvents>
