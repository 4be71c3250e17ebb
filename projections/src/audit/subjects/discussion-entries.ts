// What the audit says of the events of a discussion.

import { discussionEvents } from '@thirty/contracts/community/events.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { about, entriesOf, hidden, withLatest, type Known, type Written } from './subject-entries.ts'

type Past = { title: string; opened?: Written | undefined; replies: Known<Written> }
const beginning: Past = { title: 'a discussion', replies: new Map() }

export const discussionEntries = () =>
  entriesOf({
    beginning,
    common: ({ title }) => ({ values: { title }, subjectName: title }),
    details: {
      DiscussionRemoved: ({ by }, { nameOf }, { title, opened }) =>
        // Authors remove their own texts.
        opened?.by === by ? undefined : about(opened, nameOf, 'text', { title }),
      ReplyRemoved: ({ by, reply }, { nameOf }, { replies }) =>
        replies.get(reply)?.by === by ? undefined : about(replies.get(reply), nameOf, 'reply'),
      DiscussionHidden: ({ reason }, { nameOf }, { opened }) => hidden(reason, about(opened, nameOf, 'text')),
      DiscussionShown: (_, { nameOf }, { opened }) => about(opened, nameOf, 'text'),
      ReplyHidden: ({ reply, reason }, { nameOf }, { replies }) =>
        hidden(reason, about(replies.get(reply), nameOf, 'reply')),
      ReplyShown: ({ reply }, { nameOf }, { replies }) => about(replies.get(reply), nameOf, 'reply'),
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
      return { ...past, replies: withLatest(replies, event.data.reply, event.data) }
    case 'ReplyRevised': {
      const { reply, text } = event.data
      const before = replies.get(reply)
      return before ? { ...past, replies: withLatest(replies, reply, { ...before, text }) } : past
    }
    case 'ReplyRemoved':
      return { ...past, replies: withLatest(replies, event.data.reply, undefined) }
    case 'DiscussionHidden':
    case 'DiscussionShown':
    case 'ReplyHidden':
    case 'ReplyShown':
      return past
  }
}
