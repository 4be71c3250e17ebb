import { discussionEvents } from '@thirty/contracts/events/discussion.ts'
import { isEventOf } from '@thirty/contracts/events/event-definition.ts'
import type { RecordedEvent } from '@thirty/infra/event-log/event-log.ts'
import { subjectReader, withDetail, withEntry, type Known, type NameOf, type Wording } from './draft.ts'

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
          : ofDiscussion({ title, opened, fields: { title } }, by, 'removed', nameOf),
      ReplyRemoved: ({ by, reply }, { nameOf }, { title, replies }) =>
        replies.get(reply)?.by === by ? undefined : ofReply(title, replies.get(reply), by, 'removed', nameOf),
      DiscussionHidden: ({ by, reason }, { nameOf }, past) =>
        withReason(reason, ofDiscussion(past, by, 'hid', nameOf)),
      DiscussionShown: ({ by }, { nameOf }, past) => ofDiscussion(past, by, 'unhid', nameOf),
      ReplyHidden: ({ by, reply, reason }, { nameOf }, { title, replies }) =>
        withReason(reason, ofReply(title, replies.get(reply), by, 'hid', nameOf)),
      ReplyShown: ({ by, reply }, { nameOf }, { title, replies }) =>
        ofReply(title, replies.get(reply), by, 'unhid', nameOf),
    },
    remember,
  )

/** What an admin did to a discussion; `undefined` if there is none. */
function ofDiscussion(
  { title, opened, fields }: Pick<Past, 'title' | 'opened'> & { fields?: { title: string } },
  by: string,
  did: string,
  nameOf: NameOf,
): Wording | undefined {
  if (opened === undefined) return undefined
  const author = nameOf(opened.by)
  return {
    summary: `${nameOf(by)} ${did} the discussion “${title}” by ${author}`,
    subjectName: title,
    before: { author, ...fields, text: opened.text },
  }
}

function ofReply(
  title: string,
  reply: Written | undefined,
  by: string,
  did: string,
  nameOf: NameOf,
): Wording | undefined {
  if (reply === undefined) return undefined
  const author = nameOf(reply.by)
  return {
    summary: `${nameOf(by)} ${did} a reply by ${author} to “${title}”`,
    subjectName: title,
    before: { author, reply: reply.text },
  }
}

const withReason = (reason: string, wording: Wording | undefined): Wording | undefined =>
  wording && { ...wording, summary: `${wording.summary}${withDetail(reason)}`, after: { reason } }

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
