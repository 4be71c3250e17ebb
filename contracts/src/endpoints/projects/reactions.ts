import { commandResponse, pageQuery } from '../../api/responses.ts'
import {
  commentsResponse,
  likeResponse,
  postCommentResponse,
  postCommentRequest,
  removeCommentResponse,
} from '../../api/projects/reactions.ts'
import { hideRequest } from '../../api/community/hidden-texts.ts'
import { get, post, put, del } from '../endpoint-definition.ts'
import { idParam, projectParams } from '../path-parameters.ts'

const commentParams = projectParams.extend({ commentId: idParam })

export const reactionEndpoints = {
  like: put('/api/projects/:projectId/like', {
    summary: 'Like a project; a repeated request changes nothing',
    access: 'signed-in',
    limit: 'like',
    params: projectParams,
    response: likeResponse,
    errors: ['project-not-found', 'project-rejected', 'challenge-was-reset'],
  }),
  unlike: del('/api/projects/:projectId/like', {
    summary: 'Remove a like; a repeated request changes nothing',
    access: 'signed-in',
    limit: 'like',
    params: projectParams,
    response: likeResponse,
    errors: ['project-not-found', 'challenge-was-reset'],
  }),
  comments: get('/api/projects/:projectId/comments', {
    summary: 'Comments on a project, newest first',
    access: 'signed-in',
    params: projectParams,
    query: pageQuery,
    response: commentsResponse,
    errors: ['project-not-found'],
  }),
  postComment: post('/api/projects/:projectId/comments', {
    summary: 'Comment on a project, in plain text of 1 to 2,000 characters',
    access: 'signed-in',
    limit: 'comment',
    params: projectParams,
    body: postCommentRequest,
    status: 201,
    response: postCommentResponse,
    errors: ['project-not-found', 'project-rejected', 'challenge-was-reset'],
  }),
  removeComment: del('/api/projects/:projectId/comments/:commentId', {
    summary: 'Remove a comment (its author or an admin); a repeated request changes nothing',
    access: 'signed-in',
    limit: 'command',
    params: commentParams,
    response: removeCommentResponse,
    errors: ['project-not-found', 'comment-not-found', 'not-allowed', 'challenge-was-reset'],
  }),
  hideComment: put('/api/projects/:projectId/comments/:commentId/hidden', {
    summary: 'Hide a comment from everybody but its author, who reads why',
    access: 'moderate-community',
    limit: 'command',
    params: commentParams,
    body: hideRequest,
    response: removeCommentResponse,
    errors: ['project-not-found', 'comment-not-found', 'challenge-was-reset'],
  }),
  showComment: del('/api/projects/:projectId/comments/:commentId/hidden', {
    summary: 'Show a hidden comment again',
    access: 'moderate-community',
    limit: 'command',
    params: commentParams,
    response: removeCommentResponse,
    errors: ['project-not-found', 'comment-not-found', 'challenge-was-reset'],
  }),
  view: post('/api/projects/:projectId/view', {
    summary: 'Record that I opened the project: each person counts once, its owner does not count',
    access: 'signed-in',
    limit: 'view',
    params: projectParams,
    response: commandResponse,
    errors: ['project-not-found', 'challenge-was-reset'],
  }),
}
