import { z } from 'zod'
import { event, type EventOf } from '../events/event-definition.ts'

const hidden = z.object({ by: z.string(), reason: z.string() })
const texts = z.object({ title: z.string(), text: z.string() })

/** Streams `discussion-<id>`. A discussion does not belong to a run. `reply` is the id of a reply. */
export const discussionEvents = {
  DiscussionOpened: { version: 1, data: texts.extend({ by: z.string() }) },
  DiscussionRevised: { version: 1, data: texts },
  DiscussionRemoved: event({ by: z.string() }),
  ReplyPosted: event({ reply: z.string(), by: z.string(), text: z.string() }),
  ReplyRevised: event({ reply: z.string(), text: z.string() }),
  ReplyRemoved: event({ reply: z.string(), by: z.string() }),
  /** Only its author and moderators see the discussion until it is shown again. The same for a reply. */
  DiscussionHidden: { version: 1, data: hidden },
  DiscussionShown: { version: 1, data: hidden.pick({ by: true }) },
  ReplyHidden: { version: 1, data: hidden.extend({ reply: z.string() }) },
  ReplyShown: { version: 1, data: hidden.pick({ by: true }).extend({ reply: z.string() }) },
}
export type DiscussionEvent = EventOf<typeof discussionEvents>
