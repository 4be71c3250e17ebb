import type { OpenDiscussionRequest } from '@thirty/contracts/api/community/discussions.ts'
import { maxReplies, maxWrittenTexts } from '@thirty/contracts/api/community/discussions.ts'
import type { DiscussionEvent } from '@thirty/contracts/events/discussion.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import type { Discussion, Reply } from './evolve.ts'

type OpenDiscussion = Discussion & { status: 'open' }

/** Starts a discussion. Ids are never reused, so an existing discussion is a retry of the same command. */
export function open(
  discussion: Discussion,
  { by, title, text }: OpenDiscussionRequest & { by: string },
): DiscussionEvent[] {
  return discussion.status === 'none' ? [{ type: 'DiscussionOpened', data: { title, text, by } }] : []
}

/** Only the author revises a discussion. Admins may remove it, but not change the texts of others. */
export function revise(
  discussion: Discussion,
  { by, title, text }: OpenDiscussionRequest & { by: string },
): DiscussionEvent[] {
  const current = requireOpen(discussion)
  if (by !== current.by) refuse('not-allowed', 'This is not your discussion')
  if (current.title === title && current.text === text) return []
  refuseFull(current)
  return [{ type: 'DiscussionRevised', data: { title, text } }]
}

export type RemovedBy = { by: string; isAdmin: boolean }

/** Removes a discussion with all its replies. */
export function remove(discussion: Discussion, { by, isAdmin }: RemovedBy): DiscussionEvent[] {
  if (by !== requireOpen(discussion).by && !isAdmin) refuse('not-allowed', 'This is not your discussion')
  return [{ type: 'DiscussionRemoved', data: { by } }]
}

/** Adds a reply, up to `maxReplies`. */
export function reply(discussion: Discussion, { id, by, text }: Reply): DiscussionEvent[] {
  const current = requireOpen(discussion)
  refuseFull(current)
  if (current.replies.length >= maxReplies) refuse('discussion-full', full)
  return [{ type: 'ReplyPosted', data: { reply: id, by, text } }]
}

/** Only the author revises a reply. */
export function reviseReply(discussion: Discussion, { id, by, text }: Reply): DiscussionEvent[] {
  const current = requireOpen(discussion)
  const existing = findReply(current, id)
  if (by !== existing.by) refuse('not-allowed', 'This is not your reply')
  if (existing.text === text) return []
  refuseFull(current)
  return [{ type: 'ReplyRevised', data: { reply: id, text } }]
}

/** Removes one reply. */
export function removeReply(
  discussion: Discussion,
  { id, by, isAdmin }: RemovedBy & { id: string },
): DiscussionEvent[] {
  if (by !== findReply(requireOpen(discussion), id).by && !isAdmin)
    refuse('not-allowed', 'This is not your reply')
  return [{ type: 'ReplyRemoved', data: { reply: id, by } }]
}

const full = 'This discussion is full. Please start a new one.'

/** Throws `discussion-full` if the discussion has reached `maxWrittenTexts`. */
function refuseFull({ textCount }: OpenDiscussion): void {
  if (textCount >= maxWrittenTexts) refuse('discussion-full', full)
}

function requireOpen(discussion: Discussion): OpenDiscussion {
  return discussion.status === 'open' ? discussion : refuseUnknownDiscussion()
}

function findReply({ replies }: OpenDiscussion, replyId: string): Reply {
  return replies.find(({ id }) => id === replyId) ?? refuse('reply-not-found', 'This reply is not there')
}

export function refuseUnknownDiscussion(): never {
  refuse('discussion-not-found', 'This discussion is not there')
}
