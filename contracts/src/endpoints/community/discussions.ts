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
import { hideRequest } from '../../api/community/hidden-texts.ts'
import { get, post, put, del } from '../endpoint-definition.ts'
import { idParam } from '../path-parameters.ts'

const discussionParams = z.object({ discussionId: idParam })
const replyParams = discussionParams.extend({ replyId: idParam })

export const discussionEndpoints = {
  list: get('/api/community/discussions', {
    summary: 'Discussions, newest activity first',
    access: 'signed-in',
    query: discussionsQuery,
    response: discussionsResponse,
  }),
  open: post('/api/community/discussions', {
    summary: 'Start a discussion',
    access: 'signed-in',
    limit: 'comment',
    body: openDiscussionRequest,
    status: 201,
    response: openDiscussionResponse,
  }),
  one: get('/api/community/discussions/:discussionId', {
    summary: 'A discussion with its replies, oldest first',
    access: 'signed-in',
    params: discussionParams,
    query: discussionsQuery,
    response: discussionResponse,
    errors: ['discussion-not-found'],
  }),
  revise: put('/api/community/discussions/:discussionId', {
    summary: 'Edit one’s own discussion',
    access: 'signed-in',
    limit: 'comment',
    params: discussionParams,
    body: openDiscussionRequest,
    response: commandResponse,
    errors: ['discussion-not-found', 'not-allowed', 'discussion-full'],
  }),
  remove: del('/api/community/discussions/:discussionId', {
    summary: 'Remove a discussion with its replies: one’s own, or any as an admin',
    access: 'signed-in',
    limit: 'command',
    params: discussionParams,
    response: commandResponse,
    errors: ['discussion-not-found', 'not-allowed'],
  }),
  reply: post('/api/community/discussions/:discussionId/replies', {
    summary: 'Reply to a discussion',
    access: 'signed-in',
    limit: 'comment',
    params: discussionParams,
    body: replyRequest,
    status: 201,
    response: replyResponse,
    errors: ['discussion-not-found', 'discussion-full'],
  }),
  reviseReply: put('/api/community/discussions/:discussionId/replies/:replyId', {
    summary: 'Edit one’s own reply',
    access: 'signed-in',
    limit: 'comment',
    params: replyParams,
    body: replyRequest,
    response: commandResponse,
    errors: ['discussion-not-found', 'reply-not-found', 'not-allowed', 'discussion-full'],
  }),
  removeReply: del('/api/community/discussions/:discussionId/replies/:replyId', {
    summary: 'Remove a reply: one’s own, or any as an admin',
    access: 'signed-in',
    limit: 'command',
    params: replyParams,
    response: commandResponse,
    errors: ['discussion-not-found', 'reply-not-found', 'not-allowed'],
  }),
  hide: put('/api/community/discussions/:discussionId/hidden', {
    summary: 'Hide a discussion with its replies from everybody but its author, who reads why',
    access: 'moderate-community',
    limit: 'command',
    params: discussionParams,
    body: hideRequest,
    response: commandResponse,
    errors: ['discussion-not-found'],
  }),
  show: del('/api/community/discussions/:discussionId/hidden', {
    summary: 'Show a hidden discussion again',
    access: 'moderate-community',
    limit: 'command',
    params: discussionParams,
    response: commandResponse,
    errors: ['discussion-not-found'],
  }),
  hideReply: put('/api/community/discussions/:discussionId/replies/:replyId/hidden', {
    summary: 'Hide a reply from everybody but its author, who reads why',
    access: 'moderate-community',
    limit: 'command',
    params: replyParams,
    body: hideRequest,
    response: commandResponse,
    errors: ['discussion-not-found', 'reply-not-found'],
  }),
  showReply: del('/api/community/discussions/:discussionId/replies/:replyId/hidden', {
    summary: 'Show a hidden reply again',
    access: 'moderate-community',
    limit: 'command',
    params: replyParams,
    response: commandResponse,
    errors: ['discussion-not-found', 'reply-not-found'],
  }),
}
