import type { DiscussionEvent } from '@thirty/contracts/events/discussion.ts'

/** A reply that is there. */
export type Reply = { id: string; by: string; text: string }

/** A discussion. Of one that was removed nothing is left, nor of its replies. */
export type Discussion =
  | { status: 'none' | 'removed' }
  | { status: 'open'; by: string; title: string; text: string; replies: readonly Reply[] }

export const noDiscussion: Discussion = { status: 'none' }

export function evolve(discussion: Discussion, event: DiscussionEvent): Discussion {
  if (event.type === 'DiscussionOpened') return { status: 'open', ...event.data, replies: [] }
  if (discussion.status !== 'open') return discussion
  const { replies } = discussion
  switch (event.type) {
    case 'DiscussionRevised':
      return { ...discussion, ...event.data }
    case 'DiscussionRemoved':
      return { status: 'removed' }
    case 'ReplyPosted': {
      const { reply: id, by, text } = event.data
      return { ...discussion, replies: replies.concat({ id, by, text }) }
    }
    case 'ReplyRevised': {
      const { reply: id, text } = event.data
      return { ...discussion, replies: replies.map((one) => (one.id === id ? { ...one, text } : one)) }
    }
    case 'ReplyRemoved':
      return { ...discussion, replies: replies.filter(({ id }) => id !== event.data.reply) }
    default:
      return discussion
  }
}
