import type { DiscussionEvent } from '@thirty/contracts/events/discussion.ts'

/** A reply that is there. */
export type Reply = { id: string; by: string; text: string }

/**
 * A discussion. Of one that was removed nothing is left, nor of its replies. `written` counts all texts that were written
 * in it, also those that are not there any more.
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
    }

export const noDiscussion: Discussion = { status: 'none' }

export function evolve(discussion: Discussion, event: DiscussionEvent): Discussion {
  if (event.type === 'DiscussionOpened') return { status: 'open', ...event.data, replies: [], textCount: 1 }
  if (discussion.status !== 'open') return discussion
  const { replies } = discussion
  const written = discussion.textCount + 1
  switch (event.type) {
    case 'DiscussionRevised':
      return { ...discussion, ...event.data, textCount: written }
    case 'DiscussionRemoved':
      return { status: 'removed' }
    case 'ReplyPosted': {
      const { reply: id, by, text } = event.data
      return { ...discussion, replies: replies.concat({ id, by, text }), textCount: written }
    }
    case 'ReplyRevised': {
      const { reply: id, text } = event.data
      const others = replies.map((one) => (one.id === id ? { ...one, text } : one))
      return { ...discussion, replies: others, textCount: written }
    }
    case 'ReplyRemoved':
      return { ...discussion, replies: replies.filter(({ id }) => id !== event.data.reply) }
    default:
      return discussion
  }
}
