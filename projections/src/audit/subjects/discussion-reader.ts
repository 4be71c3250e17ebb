import { discussionEvents } from '@thirty/contracts/community/events.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { messageOf, say } from '@thirty/contracts/texts/text.ts'
import { subjectReader, withReason, withEntry, type Known, type NameOf, type Wording } from './draft.ts'

type Written = { by: string; text: string }
type Past = { title: string; opened?: Written | undefined; replies: Known<Written> }
const beginning: Past = { title: 'a discussion', replies: new Map() }

/** Reads the stream of a discussion. */
export const discussionReader = () =>
  subjectReader(
    beginning,
    {
      DiscussionRemoved: ({ by }, { nameOf }, { title, opened }) =>
        // Authors remove their own texts.
        opened?.by === by
          ? undefined
          : ofDiscussion({ title, opened, fields: { title } }, by, 'discussionRemoved', nameOf),
      ReplyRemoved: ({ by, reply }, { nameOf }, { title, replies }) =>
        replies.get(reply)?.by === by
          ? undefined
          : ofReply(title, replies.get(reply), by, 'replyRemoved', nameOf),
      DiscussionHidden: ({ by, reason }, { nameOf }, past) =>
        hidden(reason, ofDiscussion(past, by, 'discussionHidden', nameOf)),
      DiscussionShown: ({ by }, { nameOf }, past) => ofDiscussion(past, by, 'discussionShown', nameOf),
      ReplyHidden: ({ by, reply, reason }, { nameOf }, { title, replies }) =>
        hidden(reason, ofReply(title, replies.get(reply), by, 'replyHidden', nameOf)),
      ReplyShown: ({ by, reply }, { nameOf }, { title, replies }) =>
        ofReply(title, replies.get(reply), by, 'replyShown', nameOf),
    },
    remember,
  )

/** What an admin did to a discussion; `undefined` if there is none. */
function ofDiscussion(
  { title, opened, fields }: Pick<Past, 'title' | 'opened'> & { fields?: { title: string } },
  by: string,
  code: 'discussionRemoved' | 'discussionHidden' | 'discussionShown',
  nameOf: NameOf,
): Wording | undefined {
  if (opened === undefined) return undefined
  const author = nameOf(opened.by)
  return {
    said: say(code, { actor: nameOf(by), title, author }),
    subjectName: title,
    before: { author: messageOf(author), ...fields, text: opened.text },
  }
}

function ofReply(
  title: string,
  reply: Written | undefined,
  by: string,
  code: 'replyRemoved' | 'replyHidden' | 'replyShown',
  nameOf: NameOf,
): Wording | undefined {
  if (reply === undefined) return undefined
  const author = nameOf(reply.by)
  return {
    said: say(code, { actor: nameOf(by), author, title }),
    subjectName: title,
    before: { author: messageOf(author), reply: reply.text },
  }
}

const hidden = (reason: string, wording: Wording | undefined): Wording | undefined =>
  wording && { ...wording, said: withReason(wording.said, reason), after: { reason } }

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
      return { ...past, replies: withEntry(replies, event.data.reply, event.data) }
    case 'ReplyRevised': {
      const { reply, text } = event.data
      const before = replies.get(reply)
      return before ? { ...past, replies: withEntry(replies, reply, { ...before, text }) } : past
    }
    case 'ReplyRemoved':
      return { ...past, replies: withEntry(replies, event.data.reply, undefined) }
    case 'DiscussionHidden':
    case 'DiscussionShown':
    case 'ReplyHidden':
    case 'ReplyShown':
      return past
  }
}
