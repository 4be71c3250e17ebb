import { z } from 'zod'
import { commandResponse } from '../../api/responses.ts'
import {
  discussionResponse,
  discussionsResponse,
  discussionsQuery,
  openDiscussionResponse,
  openDiscussionRequest,
  replyResponse,
  replyRequest,
} from '../../api/community/discussions.ts'
import { defineEndpoint } from '../endpoint-definition.ts'
import { idParam } from '../path-parameters.ts'

const discussionParams = z.object({ discussionId: idParam })
const replyParams = discussionParams.extend({ replyId: idParam })

export const discussionEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/community/discussions',
    summary: 'Discussions, newest activity first',
    access: 'signed-in',
    limit: 'query',
    query: discussionsQuery,
    response: discussionsResponse,
  }),
  open: defineEndpoint({
    method: 'POST',
    path: '/api/community/discussions',
    summary: 'Start a discussion',
    access: 'signed-in',
    limit: 'comment',
    body: openDiscussionRequest,
    status: 201,
    response: openDiscussionResponse,
  }),
  one: defineEndpoint({
    method: 'GET',
    path: '/api/community/discussions/:discussionId',
    summary: 'A discussion with its replies, oldest first',
    access: 'signed-in',
    limit: 'query',
    params: discussionParams,
    query: discussionsQuery,
    response: discussionResponse,
    errors: ['discussion-not-found'],
  }),
  revise: defineEndpoint({
    method: 'PUT',
    path: '/api/community/discussions/:discussionId',
    summary: 'Edit one’s own discussion',
    access: 'signed-in',
    limit: 'comment',
    params: discussionParams,
    body: openDiscussionRequest,
    response: commandResponse,
    errors: ['discussion-not-found', 'not-allowed', 'discussion-full'],
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/community/discussions/:discussionId',
    summary: 'Remove a discussion with its replies: one’s own, or any as an admin',
    access: 'signed-in',
    limit: 'command',
    params: discussionParams,
    response: commandResponse,
    errors: ['discussion-not-found', 'not-allowed'],
  }),
  reply: defineEndpoint({
    method: 'POST',
    path: '/api/community/discussions/:discussionId/replies',
    summary: 'Reply to a discussion',
    access: 'signed-in',
    limit: 'comment',
    params: discussionParams,
    body: replyRequest,
    status: 201,
    response: replyResponse,
    errors: ['discussion-not-found', 'discussion-full'],
  }),
  reviseReply: defineEndpoint({
    method: 'PUT',
    path: '/api/community/discussions/:discussionId/replies/:replyId',
    summary: 'Edit one’s own reply',
    access: 'signed-in',
    limit: 'comment',
    params: replyParams,
    body: replyRequest,
    response: commandResponse,
    errors: ['discussion-not-found', 'reply-not-found', 'not-allowed', 'discussion-full'],
  }),
  removeReply: defineEndpoint({
    method: 'DELETE',
    path: '/api/community/discussions/:discussionId/replies/:replyId',
    summary: 'Remove a reply: one’s own, or any as an admin',
    access: 'signed-in',
    limit: 'command',
    params: replyParams,
    response: commandResponse,
    errors: ['discussion-not-found', 'reply-not-found', 'not-allowed'],
  }),
}
