import { discussionEvents } from '@thirty/contracts/events/discussion.ts'
import { isEventOf, pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { auditedDiscussionEvents } from '../audited-events.ts'
import { withDetail, type SubjectReader } from './draft.ts'

/** The events that say what is written in the discussion. */
const textEvents = pickEvents(
  discussionEvents,
  'DiscussionOpened',
  'DiscussionRevised',
  'DiscussionRemoved',
  'ReplyPosted',
  'ReplyRevised',
  'ReplyRemoved',
)

type Written = { by: string; text: string }

/** Reads the stream of a discussion. */
export function discussionReader(): SubjectReader {
  const replies = new Map<string, Written>()
  let title = 'a discussion'
  let opened: Written | undefined

  return {
    draft(event) {
      if (!isEventOf(auditedDiscussionEvents, event)) return undefined
      const [subjectName, discussion] = [title, opened]
      if (event.type === 'DiscussionRemoved') {
        const { by } = event.data
        // Authors remove their own discussions.
        if (discussion === undefined || discussion.by === by) return undefined
        return {
          users: [by, discussion.by],
          word: (nameOf) => ({
            summary: `${nameOf(by)} removed the discussion “${subjectName}” by ${nameOf(discussion.by)}`,
            subjectName,
            before: { author: nameOf(discussion.by), title: subjectName, text: discussion.text },
          }),
        }
      }
      if (event.type !== 'ReplyRemoved') {
        const { by } = event.data
        const text = 'reply' in event.data ? replies.get(event.data.reply) : discussion
        if (text === undefined) return undefined
        const reason = 'reason' in event.data ? event.data.reason : undefined
        const did = reason === undefined ? 'unhid' : 'hid'
        const isReply = 'reply' in event.data
        return {
          users: [by, text.by],
          word: (nameOf) => ({
            summary: isReply
              ? `${nameOf(by)} ${did} a reply by ${nameOf(text.by)} to “${subjectName}”${withDetail(reason)}`
              : `${nameOf(by)} ${did} the discussion “${subjectName}” by ${nameOf(text.by)}${withDetail(reason)}`,
            subjectName,
            before: { author: nameOf(text.by), [isReply ? 'reply' : 'text']: text.text },
            after: reason === undefined ? {} : { reason },
          }),
        }
      }
      const { by, reply } = event.data
      const removed = replies.get(reply)
      if (removed === undefined || removed.by === by) return undefined
      return {
        users: [by, removed.by],
        word: (nameOf) => ({
          summary: `${nameOf(by)} removed a reply by ${nameOf(removed.by)} to “${subjectName}”`,
          subjectName,
          before: { author: nameOf(removed.by), reply: removed.text },
        }),
      }
    },
    apply(event) {
      if (!isEventOf(textEvents, event)) return
      switch (event.type) {
        case 'DiscussionOpened':
          title = event.data.title
          opened = event.data
          break
        case 'DiscussionRevised':
          title = event.data.title
          if (opened !== undefined) opened = { ...opened, text: event.data.text }
          break
        case 'DiscussionRemoved':
          opened = undefined
          break
        case 'ReplyPosted':
          replies.set(event.data.reply, event.data)
          break
        case 'ReplyRevised': {
          const { reply, text } = event.data
          const before = replies.get(reply)
          if (before !== undefined) replies.set(reply, { ...before, text })
          break
        }
        case 'ReplyRemoved':
          replies.delete(event.data.reply)
          break
      }
    },
  }
}
