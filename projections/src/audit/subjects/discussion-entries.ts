// What the audit says of the events of a discussion.

import { discussionFold, type Discussion } from '@thirty/contracts/community/recorded-discussion.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import { about, entriesOf, hidden } from './subject-entries.ts'

export const discussionEntries = () =>
  entriesOf<Discussion>({
    beginning: discussionFold.initial,
    common: (past) => ({ values: { title: titleOf(past) }, subjectName: titleOf(past) }),
    details: {
      DiscussionRemoved: ({ by }, past) =>
        // Authors remove their own texts.
        openOf(past)?.by === by ? undefined : about(openOf(past), 'text', { title: titleOf(past) }),
      ReplyRemoved: ({ by, reply }, past) =>
        replyOf(past, reply)?.by === by ? undefined : about(replyOf(past, reply), 'reply'),
      DiscussionHidden: ({ reason }, past) => hidden(reason, about(openOf(past), 'text')),
      DiscussionShown: (_, past) => about(openOf(past), 'text'),
      ReplyHidden: ({ reply, reason }, past) => hidden(reason, about(replyOf(past, reply), 'reply')),
      ReplyShown: ({ reply }, past) => about(replyOf(past, reply), 'reply'),
    },
    remember: (past, event) =>
      isEventOf(discussionFold.events, event) ? discussionFold.evolve(past, event) : past,
  })

const openOf = (past: Discussion) => (past.status === 'open' ? past : undefined)
const titleOf = (past: Discussion) => openOf(past)?.title ?? 'a discussion'
const replyOf = (past: Discussion, reply: string) => openOf(past)?.replies.find(({ id }) => id === reply)
