// The events of discussions, and a discussion as its stream records it: what commands and the audit know of it alike. Comments on projects
// are in `projects/events.ts`.

import { z } from 'zod'
import { event, unauditedEvent, type EventOf } from '../events/event-definition.ts'
import { addText, type WrittenTexts } from '../user-texts/written-texts.ts'

const by = { by: z.string() }
const texts = { title: z.string(), text: z.string() }
const reply = { reply: z.string() }
const reason = { reason: z.string() }

/** Streams `discussion-<id>`. A discussion does not belong to a run. `reply` is the id of a reply. */
export const discussionEvents = {
  DiscussionOpened: unauditedEvent({ ...texts, ...by }),
  DiscussionRevised: unauditedEvent(texts),
  DiscussionRemoved: event(by, 'discussion', {
    says: { discussionRemoved: '{actor} removed the discussion “{title}” by {author}' },
  }),
  ReplyPosted: unauditedEvent({ ...reply, ...by, text: z.string() }),
  ReplyRevised: unauditedEvent({ ...reply, text: z.string() }),
  ReplyRemoved: event({ ...reply, ...by }, 'discussion', {
    says: { replyRemoved: '{actor} removed a reply by {author} to “{title}”' },
  }),
  /** Only its author and moderators see the discussion until it is shown again. The same for a reply. */
  DiscussionHidden: event({ ...by, ...reason }, 'discussion', {
    says: { discussionHidden: '{actor} hid the discussion “{title}” by {author}' },
  }),
  DiscussionShown: event(by, 'discussion', {
    label: 'Discussion shown again',
    says: { discussionShown: '{actor} unhid the discussion “{title}” by {author}' },
  }),
  ReplyHidden: event({ ...by, ...reason, ...reply }, 'discussion', {
    says: { replyHidden: '{actor} hid a reply by {author} to “{title}”' },
  }),
  ReplyShown: event({ ...by, ...reply }, 'discussion', {
    label: 'Reply shown again',
    says: { replyShown: '{actor} unhid a reply by {author} to “{title}”' },
  }),
}
export type DiscussionEvent = EventOf<typeof discussionEvents>

/** A reply as it is stored; `Reply` of `discussions-api.ts` is what readers receive. */
export type Reply = { id: string; by: string; text: string; isHidden?: boolean }

/**
 * A discussion. A removed discussion keeps neither its text nor its replies. `textCount` counts all texts that were ever
 * written in it, including removed texts; `texts` has their authors.
 */
export type Discussion =
  | { status: 'none' | 'removed' }
  | {
      status: 'open'
      by: string
      title: string
      text: string
      replies: readonly Reply[]
      textCount: number
      texts: WrittenTexts
      isHidden?: boolean
    }

export const discussionFold = {
  events: discussionEvents,
  initial: { status: 'none' } as Discussion,
  evolve(discussion: Discussion, event: DiscussionEvent): Discussion {
    if (event.type === 'DiscussionOpened') {
      const texts = addText(undefined, { by: event.data.by, kind: 'other', text: event.data.text })
      return { status: 'open', ...event.data, replies: [], textCount: 1, texts }
    }
    if (discussion.status !== 'open') return discussion
    const { replies } = discussion
    const textCount = discussion.textCount + 1
    switch (event.type) {
      case 'DiscussionRevised':
        return {
          ...discussion,
          ...event.data,
          textCount,
          texts: addText(discussion.texts, { by: discussion.by, kind: 'other', text: event.data.text }),
        }
      case 'DiscussionRemoved':
        return { status: 'removed' }
      case 'ReplyPosted': {
        const { reply: id, by, text } = event.data
        const texts = addText(discussion.texts, { by, kind: 'reply', text })
        return { ...discussion, replies: replies.concat({ id, by, text }), textCount, texts }
      }
      case 'ReplyRevised': {
        const { reply: id, text } = event.data
        const revised = replies.map((reply) => (reply.id === id ? { ...reply, text } : reply))
        const by = replies.find((reply) => reply.id === id)?.by ?? ''
        const texts = addText(discussion.texts, { by, kind: 'other', text })
        return { ...discussion, replies: revised, textCount, texts }
      }
      case 'ReplyRemoved':
        return { ...discussion, replies: replies.filter(({ id }) => id !== event.data.reply) }
      case 'DiscussionHidden':
      case 'DiscussionShown':
        return { ...discussion, isHidden: event.type === 'DiscussionHidden' }
      case 'ReplyHidden':
      case 'ReplyShown': {
        const isHidden = event.type === 'ReplyHidden'
        const changed = replies.map((reply) =>
          reply.id === event.data.reply ? { ...reply, isHidden } : reply,
        )
        return { ...discussion, replies: changed }
      }
    }
  },
}
