import { commandResponse, pageQuery } from '../../api/responses.ts'
import {
  commentsResponse,
  likeResponse,
  postCommentResponse,
  postCommentRequest,
  removeCommentResponse,
} from '../../api/projects/reactions.ts'
import { defineEndpoint } from '../endpoint-definition.ts'
import { idParam, projectParams } from '../path-parameters.ts'

const commentParams = projectParams.extend({ commentId: idParam })

export const reactionEndpoints = {
  like: defineEndpoint({
    method: 'PUT',
    path: '/api/projects/:projectId/like',
    summary: 'Like a project; a repeated request changes nothing',
    access: 'signed-in',
    limit: 'like',
    params: projectParams,
    response: likeResponse,
    errors: ['project-not-found', 'project-rejected', 'challenge-was-reset'],
  }),
  unlike: defineEndpoint({
    method: 'DELETE',
    path: '/api/projects/:projectId/like',
    summary: 'Remove a like; a repeated request changes nothing',
    access: 'signed-in',
    limit: 'like',
    params: projectParams,
    response: likeResponse,
    errors: ['project-not-found', 'challenge-was-reset'],
  }),
  comments: defineEndpoint({
    method: 'GET',
    path: '/api/projects/:projectId/comments',
    summary: 'Comments on a project, newest first',
    access: 'signed-in',
    limit: 'query',
    params: projectParams,
    query: pageQuery,
    response: commentsResponse,
    errors: ['project-not-found'],
  }),
  postComment: defineEndpoint({
    method: 'POST',
    path: '/api/projects/:projectId/comments',
    summary: 'Comment on a project, in plain text of 1 to 2,000 characters',
    access: 'signed-in',
    limit: 'comment',
    params: projectParams,
    body: postCommentRequest,
    status: 201,
    response: postCommentResponse,
    errors: ['project-not-found', 'project-rejected', 'challenge-was-reset'],
  }),
  removeComment: defineEndpoint({
    method: 'DELETE',
    path: '/api/projects/:projectId/comments/:commentId',
    summary: 'Remove a comment (its author or an admin); a repeated request changes nothing',
    access: 'signed-in',
    limit: 'command',
    params: commentParams,
    response: removeCommentResponse,
    errors: ['project-not-found', 'comment-not-found', 'not-allowed', 'challenge-was-reset'],
  }),
  view: defineEndpoint({
    method: 'POST',
    path: '/api/projects/:projectId/view',
    summary: 'Record that I opened the project: each person counts once, its owner does not count',
    access: 'signed-in',
    limit: 'view',
    params: projectParams,
    response: commandResponse,
    errors: ['project-not-found', 'challenge-was-reset'],
  }),
}
