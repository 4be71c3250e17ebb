import { z } from 'zod'
import { accepted } from '../api/answers.ts'
import {
  discussionAnswer,
  discussionsAnswer,
  discussionsQuery,
  openDiscussionAnswer,
  openDiscussionRequest,
  replyAnswer,
  replyRequest,
} from '../api/discussions.ts'
import { call } from './call.ts'

/** An id of ours is shorter; whatever is none is simply not found. */
const params = z.object({ discussionId: z.string().max(100) })
const replyParams = params.extend({ replyId: z.string().max(100) })

export const discussionCalls = {
  list: call({
    method: 'GET',
    path: '/api/community/discussions',
    summary: 'Discussions, newest activity first',
    may: 'signed-in',
    limit: 'query',
    query: discussionsQuery,
    answer: discussionsAnswer,
  }),
  open: call({
    method: 'POST',
    path: '/api/community/discussions',
    summary: 'Start a discussion',
    may: 'signed-in',
    limit: 'comment',
    body: openDiscussionRequest,
    status: 201,
    answer: openDiscussionAnswer,
  }),
  one: call({
    method: 'GET',
    path: '/api/community/discussions/:discussionId',
    summary: 'A discussion with its replies, oldest first',
    may: 'signed-in',
    limit: 'query',
    params,
    query: discussionsQuery,
    answer: discussionAnswer,
    refuses: ['discussion-not-found'],
  }),
  revise: call({
    method: 'PUT',
    path: '/api/community/discussions/:discussionId',
    summary: 'Change the words of a discussion of one’s own',
    may: 'signed-in',
    limit: 'comment',
    params,
    body: openDiscussionRequest,
    answer: accepted,
    refuses: ['discussion-not-found', 'not-allowed', 'discussion-full'],
  }),
  remove: call({
    method: 'DELETE',
    path: '/api/community/discussions/:discussionId',
    summary: 'Remove a discussion with its replies: one’s own, or any (admins)',
    may: 'signed-in',
    limit: 'command',
    params,
    answer: accepted,
    refuses: ['discussion-not-found', 'not-allowed'],
  }),
  reply: call({
    method: 'POST',
    path: '/api/community/discussions/:discussionId/replies',
    summary: 'Reply to a discussion',
    may: 'signed-in',
    limit: 'comment',
    params,
    body: replyRequest,
    status: 201,
    answer: replyAnswer,
    refuses: ['discussion-not-found', 'discussion-full'],
  }),
  reviseReply: call({
    method: 'PUT',
    path: '/api/community/discussions/:discussionId/replies/:replyId',
    summary: 'Change the words of a reply of one’s own',
    may: 'signed-in',
    limit: 'comment',
    params: replyParams,
    body: replyRequest,
    answer: accepted,
    refuses: ['discussion-not-found', 'reply-not-found', 'not-allowed', 'discussion-full'],
  }),
  removeReply: call({
    method: 'DELETE',
    path: '/api/community/discussions/:discussionId/replies/:replyId',
    summary: 'Remove a reply: one’s own, or any (admins)',
    may: 'signed-in',
    limit: 'command',
    params: replyParams,
    answer: accepted,
    refuses: ['discussion-not-found', 'reply-not-found', 'not-allowed'],
  }),
}
