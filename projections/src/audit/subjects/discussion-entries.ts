// What the audit says of the events of a discussion.

import { discussionEvents } from '@thirty/contracts/community/events.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { about, entriesOf, hidden, type Known, type Written } from './subject-entries.ts'

type Past = { title: string; opened?: Written | undefined; replies: Known<Written> }

export const discussionEntries = () =>
  entriesOf<Past>({
    beginning: { title: 'a discussion', replies: new Map() },
    common: ({ title }) => ({ values: { title }, subjectName: title }),
    details: {
      DiscussionRemoved: ({ by }, { title, opened }) =>
        // Authors remove their own texts.
        opened?.by === by ? undefined : about(opened, 'text', { title }),
      ReplyRemoved: ({ by, reply }, { replies }) =>
        replies.get(reply)?.by === by ? undefined : about(replies.get(reply), 'reply'),
      DiscussionHidden: ({ reason }, { opened }) => hidden(reason, about(opened, 'text')),
      DiscussionShown: (_, { opened }) => about(opened, 'text'),
      ReplyHidden: ({ reply, reason }, { replies }) => hidden(reason, about(replies.get(reply), 'reply')),
      ReplyShown: ({ reply }, { replies }) => about(replies.get(reply), 'reply'),
    },
    remember,
  })

function remember(past: Past, event: RecordedEvent): Past {
  if (!isEventOf(discussionEvents, event)) return past
  const { replies } = past
  switch (event.type) {
    case 'DiscussionOpened':
      return { ...past, title: event.data.title, opened: event.data }
    case 'DiscussionRevised': {
      const { title, text } = event.data
      return { ...past, title, opened: past.opened && { ...past.opened, text } }
    }
    case 'DiscussionRemoved':
      return { ...past, opened: undefined }
    case 'ReplyPosted':
      return { ...past, replies: replies.set(event.data.reply, event.data) }
    case 'ReplyRevised': {
      const { reply, text } = event.data
      const before = replies.get(reply)
      return before ? { ...past, replies: replies.set(reply, { ...before, text }) } : past
    }
    case 'ReplyRemoved':
      return { ...past, replies: replies.set(event.data.reply, undefined) }
    case 'DiscussionHidden':
    case 'DiscussionShown':
    case 'ReplyHidden':
    case 'ReplyShown':
      return past
  }
}
