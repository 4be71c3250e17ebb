// Endpoints for discussions and their replies, with the limits of a discussion and of what one person may write in it.

import { z } from 'zod'
import { personSummary } from '../accounts/person-summary-api.ts'
import { rule } from '../texts/text.ts'
import { commandResponse, pageQuery, pageResponse } from '../endpoints/responses.ts'
import { hiddenText, hideRequest } from './hidden-texts-api.ts'
import { oneLinePattern, requiredText } from '../endpoints/shown-text.ts'
import { get, post, put, del } from '../endpoints/endpoint-definition.ts'

/** Plain text, shown as written. */
const text = (missing: string) => requiredText(missing, 5000)

/** Maximum number of replies to one discussion, because every command reads the whole discussion. */
export const maxReplies = 1_000
/** Maximum number of texts in the stream of a discussion, which keeps edited and removed texts too. */
export const maxWrittenTexts = 5_000
/** Maximum number of replies by one person to one discussion, including removed ones. */
export const maxRepliesPerPerson = 100
/** Maximum number of texts of one person in one discussion, with every revision, and their size in bytes. */
export const maxTextsPerPerson = 300
export const maxTextBytesPerPerson = 131_072

export const openDiscussionRequest = z.strictObject({
  title: requiredText(rule('titleRequired'), 120)
    .min(3, { error: () => rule('atLeastCharacters', { count: 3 }) })
    .regex(oneLinePattern, rule('titleOneLine')),
  text: text(rule('textRequired')),
})
export type OpenDiscussionRequest = z.infer<typeof openDiscussionRequest>

export const replyRequest = z.strictObject({ text: text(rule('replyRequired')) })

const authored = z.object({
  id: z.string(),
  author: personSummary,
  createdAt: z.string(),
  /** ISO time of the last edit; null if the text was never edited. */
  editedAt: z.string().nullable(),
  hidden: hiddenText.optional(),
})

/**
 * A discussion in a list. `excerpt` is the beginning of its text. `latestAt` (ISO) is the time of its latest reply, even if
 * that was removed later; without replies, the time at which it was opened.
 */
export const discussionCard = authored.extend({
  title: z.string(),
  excerpt: z.string(),
  replies: z.int(),
  latestAt: z.string(),
})
export type DiscussionCard = z.infer<typeof discussionCard>

/** Newest activity first. `count` is the number of all discussions. */
export const discussionsResponse = pageResponse.extend({
  discussions: z.array(discussionCard),
  count: z.int(),
})
export type DiscussionsResponse = z.infer<typeof discussionsResponse>

/** A reply; its text is plain text. */
export const reply = authored.extend({ text: z.string() })
export type Reply = z.infer<typeof reply>

/** A discussion with its replies, oldest first. */
export const discussionResponse = pageResponse.extend({
  discussion: discussionCard.omit({ excerpt: true }).extend({ text: z.string() }),
  replies: z.array(reply),
})
export type DiscussionResponse = z.infer<typeof discussionResponse>

export const discussionEndpoints = {
  list: get('/api/community/discussions', 'signed-in', {
    summary: 'Discussions, newest activity first',
    query: pageQuery,
    response: discussionsResponse,
  }),
  open: post('/api/community/discussions', 'signed-in', {
    limit: 'comment',
    summary: 'Start a discussion',
    body: openDiscussionRequest,
    status: 201,
    response: commandResponse.extend({ discussion: z.object({ id: z.string() }) }),
  }),
  one: get('/api/community/discussions/:discussionId', 'signed-in', {
    summary: 'A discussion with its replies, oldest first',
    query: pageQuery,
    response: discussionResponse,
  }),
  revise: put('/api/community/discussions/:discussionId', 'signed-in', {
    limit: 'comment',
    summary: 'Edit one’s own discussion',
    body: openDiscussionRequest,
    errors: ['not-allowed', 'discussion-full'],
  }),
  remove: del('/api/community/discussions/:discussionId', 'signed-in', {
    summary: 'Remove a discussion with its replies: one’s own, or any as an admin',
    errors: ['not-allowed'],
  }),
  reply: post('/api/community/discussions/:discussionId/replies', 'signed-in', {
    limit: 'comment',
    summary: 'Reply to a discussion',
    body: replyRequest,
    status: 201,
    response: commandResponse.extend({ reply: z.object({ id: z.string() }) }),
    errors: ['discussion-full'],
  }),
  reviseReply: put('/api/community/discussions/:discussionId/replies/:replyId', 'signed-in', {
    limit: 'comment',
    summary: 'Edit one’s own reply',
    body: replyRequest,
    errors: ['not-allowed', 'discussion-full'],
  }),
  removeReply: del('/api/community/discussions/:discussionId/replies/:replyId', 'signed-in', {
    summary: 'Remove a reply: one’s own, or any as an admin',
    errors: ['not-allowed'],
  }),
  hide: put('/api/community/discussions/:discussionId/hidden', 'moderate-community', {
    summary: 'Hide a discussion with its replies from everybody but its author, who reads why',
    body: hideRequest,
  }),
  show: del('/api/community/discussions/:discussionId/hidden', 'moderate-community', {
    summary: 'Show a hidden discussion again',
  }),
  hideReply: put('/api/community/discussions/:discussionId/replies/:replyId/hidden', 'moderate-community', {
    summary: 'Hide a reply from everybody but its author, who reads why',
    body: hideRequest,
  }),
  showReply: del('/api/community/discussions/:discussionId/replies/:replyId/hidden', 'moderate-community', {
    summary: 'Show a hidden reply again',
  }),
}
