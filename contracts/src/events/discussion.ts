import { z } from 'zod'
import type { EventOf } from './event-definition.ts'

const words = z.object({ title: z.string(), text: z.string() })

/** Streams `discussion-<id>`: talk between people, which belongs to no run (decision 0028). `reply` is the id of a reply. */
export const discussionEvents = {
  DiscussionOpened: { version: 1, data: words.extend({ by: z.string() }) },
  DiscussionRevised: { version: 1, data: words },
  DiscussionRemoved: { version: 1, data: z.object({ by: z.string() }) },
  ReplyPosted: { version: 1, data: z.object({ reply: z.string(), by: z.string(), text: z.string() }) },
  ReplyRevised: { version: 1, data: z.object({ reply: z.string(), text: z.string() }) },
  ReplyRemoved: { version: 1, data: z.object({ reply: z.string(), by: z.string() }) },
}
export type DiscussionEvent = EventOf<typeof discussionEvents>
