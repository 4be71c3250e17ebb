import type { OpenDiscussionRequest } from '@thirty/contracts/api/community/discussions.ts'
import { maxReplies, maxWrittenTexts } from '@thirty/contracts/api/community/discussions.ts'
import type { DiscussionEvent } from '@thirty/contracts/events/discussion.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { Discussion, Reply } from './evolve.ts'

type Open = Discussion & { status: 'open' }

/** Starts a discussion. Ids are never used twice, so one that is there already is the same wish again. */
export function open(
  discussion: Discussion,
  { by, title, text }: OpenDiscussionRequest & { by: string },
): DiscussionEvent[] {
  return discussion.status === 'none' ? [{ type: 'DiscussionOpened', data: { title, text, by } }] : []
}

/** Only who said something changes the words of it: admins remove, they do not put words into a mouth. */
export function revise(
  discussion: Discussion,
  { by, title, text }: OpenDiscussionRequest & { by: string },
): DiscussionEvent[] {
  const before = opened(discussion)
  if (by !== before.by) refuse('not-allowed', 'This is not your discussion')
  if (before.title === title && before.text === text) return []
  refuseFull(before)
  return [{ type: 'DiscussionRevised', data: { title, text } }]
}

export type RemovedBy = { by: string; isAdmin: boolean }

/** Removes a discussion with all its replies. */
export function remove(discussion: Discussion, { by, isAdmin }: RemovedBy): DiscussionEvent[] {
  if (by !== opened(discussion).by && !isAdmin) refuse('not-allowed', 'This is not your discussion')
  return [{ type: 'DiscussionRemoved', data: { by } }]
}

/** Replies, until there are `mostReplies`. */
export function reply(discussion: Discussion, one: Reply): DiscussionEvent[] {
  const before = opened(discussion)
  refuseFull(before)
  if (before.replies.length >= maxReplies) refuse('discussion-full', full)
  return [{ type: 'ReplyPosted', data: { reply: one.id, by: one.by, text: one.text } }]
}

/** Only its author changes the words of a reply. */
export function reviseReply(discussion: Discussion, { id, by, text }: Reply): DiscussionEvent[] {
  const there = opened(discussion)
  const before = replyIn(there, id)
  if (by !== before.by) refuse('not-allowed', 'This is not your reply')
  if (before.text === text) return []
  refuseFull(there)
  return [{ type: 'ReplyRevised', data: { reply: id, text } }]
}

/** Removes one reply. */
export function removeReply(
  discussion: Discussion,
  { id, by, isAdmin }: RemovedBy & { id: string },
): DiscussionEvent[] {
  if (by !== replyIn(opened(discussion), id).by && !isAdmin) refuse('not-allowed', 'This is not your reply')
  return [{ type: 'ReplyRemoved', data: { reply: id, by } }]
}

const full = 'This discussion is full. Please start a new one.'

/** Refuses more words where `mostWritten` texts were written. */
function refuseFull({ textCount: written }: Open): void {
  if (written >= maxWrittenTexts) refuse('discussion-full', full)
}

/** Refuses a discussion that is not there. */
function opened(discussion: Discussion): Open {
  return discussion.status === 'open' ? discussion : refuseUnknownDiscussion()
}

function replyIn({ replies }: Open, wanted: string): Reply {
  return replies.find(({ id }) => id === wanted) ?? refuse('reply-not-found', 'This reply is not there')
}

/** Ends the decision: no such discussion, or no longer. */
export function refuseUnknownDiscussion(): never {
  refuse('discussion-not-found', 'This discussion is not there')
}
