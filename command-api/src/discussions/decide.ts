// Decides about discussions and replies: who may start, edit, remove and hide them. Discussions belong to no run: resets and restores do
// not change them, and backups do not contain them. Comments belong to the run of their project. Every decision reads the whole discussion,
// which is why it has limits. Only the author edits a text; the author and moderators remove it.

import {
  maxReplies,
  maxRepliesPerPerson,
  maxTextBytesPerPerson,
  maxTextsPerPerson,
  maxWrittenTexts,
  type OpenDiscussionRequest,
} from '@thirty/contracts/community/discussions-api.ts'
import type { DiscussionEvent, Discussion, Reply } from '@thirty/contracts/community/events.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { textBytes, textsBy } from '@thirty/contracts/user-texts/written-texts.ts'

type OpenDiscussion = Discussion & { status: 'open' }

/** Starts a discussion. Ids are never reused, so the command is a retry if the discussion exists. */
export function open(
  discussion: Discussion,
  { by, title, text }: OpenDiscussionRequest & { by: string },
): DiscussionEvent[] {
  return discussion.status === 'none' ? [{ type: 'DiscussionOpened', data: { title, text, by } }] : []
}

/** Revises a discussion; only its author may. Admins may remove a discussion, but not change the texts of others. */
export function revise(
  discussion: Discussion,
  { by, title, text }: OpenDiscussionRequest & { by: string },
): DiscussionEvent[] {
  const current = requireOpen(discussion)
  if (by !== current.by) refuse('not-allowed', 'notYourDiscussion')
  if (current.title === title && current.text === text) return []
  refuseIfFull(current, by, text)
  return [{ type: 'DiscussionRevised', data: { title, text } }]
}

/** `mayRemoveAll`: whether the person may remove what others wrote. */
export type RemovedBy = { by: string; mayRemoveAll: boolean }

/** Removes a discussion with all its replies; only its author and moderators may. */
export function remove(discussion: Discussion, { by, mayRemoveAll }: RemovedBy): DiscussionEvent[] {
  if (by !== requireOpen(discussion).by && !mayRemoveAll) refuse('not-allowed', 'notYourDiscussion')
  return [{ type: 'DiscussionRemoved', data: { by } }]
}

/** Adds a reply, up to `maxReplies`, and up to `maxRepliesPerPerson` of one person. */
export function reply(discussion: Discussion, { id, by, text }: Reply): DiscussionEvent[] {
  const current = requireOpen(discussion)
  if (current.isHidden === true && by !== current.by) refuseUnknownDiscussion()
  refuseIfFull(current, by, text)
  if (current.replies.length >= maxReplies) refuse('discussion-full', 'discussionFull')
  if (textsBy(current.texts, by, 'reply').count >= maxRepliesPerPerson) refuse('too-many', 'discussionLimit')
  return [{ type: 'ReplyPosted', data: { reply: id, by, text } }]
}

/** Revises a reply; only its author may. */
export function reviseReply(discussion: Discussion, { id, by, text }: Reply): DiscussionEvent[] {
  const current = requireOpen(discussion)
  const existing = findReply(current, id)
  if (by !== existing.by) refuse('not-allowed', 'notYourReply')
  if (existing.text === text) return []
  refuseIfFull(current, by, text)
  return [{ type: 'ReplyRevised', data: { reply: id, text } }]
}

/** Removes one reply; only its author and moderators may. */
export function removeReply(
  discussion: Discussion,
  { id, by, mayRemoveAll }: RemovedBy & { id: string },
): DiscussionEvent[] {
  if (by !== findReply(requireOpen(discussion), id).by && !mayRemoveAll) refuse('not-allowed', 'notYourReply')
  return [{ type: 'ReplyRemoved', data: { reply: id, by } }]
}

type ModerationEvent = Extract<DiscussionEvent, { type: `${'Discussion' | 'Reply'}${'Hidden' | 'Shown'}` }>

/** Hides a discussion or a reply from everybody but its author, or shows it again. Doing it once more changes nothing. */
export function moderate(discussion: Discussion, event: ModerationEvent): DiscussionEvent[] {
  const current = requireOpen(discussion)
  const { isHidden = false } = 'reply' in event.data ? findReply(current, event.data.reply) : current
  const hides = event.type === 'DiscussionHidden' || event.type === 'ReplyHidden'
  return isHidden === hides ? [] : [event]
}

/**
 * Throws `discussion-full` if the discussion has reached `maxWrittenTexts`, and `too-many` if this person has: one person
 * must not fill a discussion for all others.
 */
function refuseIfFull({ textCount, texts }: OpenDiscussion, by: string, text: string): void {
  if (textCount >= maxWrittenTexts) refuse('discussion-full', 'discussionFull')
  const own = textsBy(texts, by)
  if (own.count >= maxTextsPerPerson || own.bytes + textBytes(text) > maxTextBytesPerPerson)
    refuse('too-many', 'discussionLimit')
}

function requireOpen(discussion: Discussion): OpenDiscussion {
  return discussion.status === 'open' ? discussion : refuseUnknownDiscussion()
}

function findReply({ replies }: OpenDiscussion, replyId: string): Reply {
  return replies.find(({ id }) => id === replyId) ?? refuse('reply-not-found', 'replyNotFound')
}

export function refuseUnknownDiscussion(): never {
  refuse('discussion-not-found', 'discussionNotFound')
}
