// Endpoints for likes, comments and views of projects.

import { z } from 'zod'
import { author } from '../accounts/person-summary-api.ts'
import { rule } from '../texts/text.ts'
import { commandResponse, pageQuery, pageResponse } from '../endpoints/responses.ts'
import { hiddenText, hideRequest } from './hidden-texts-api.ts'
import { requiredText } from '../endpoints/shown-text.ts'
import { get, post, put, del } from '../endpoints/endpoint-definition.ts'

export const postCommentRequest = z.strictObject({ text: requiredText(rule('commentRequired'), 2000) })

/** Number of likes after the change, and whether the caller likes the project. */
const likeResponse = commandResponse.extend({ likes: z.int(), likedByMe: z.boolean() })

/** A comment as everyone sees it. `createdAt` is ISO time. */
export const publicComment = z.object({ id: z.string(), text: z.string(), createdAt: z.string(), author })
export type PublicComment = z.infer<typeof publicComment>

/** A comment for one user: `mine` if they wrote it, `mayRemove` if they may remove it. */
const comment = publicComment.extend({
  mine: z.boolean(),
  mayRemove: z.boolean(),
  hidden: hiddenText.optional(),
})
export type Comment = z.infer<typeof comment>

/** Newest first; `count` is the number of all comments on the project that everybody sees. */
export const commentsResponse = pageResponse.extend({ comments: z.array(comment), count: z.int() })
export type CommentsResponse = z.infer<typeof commentsResponse>

/** Number of comments that everybody sees afterwards. */
const removeCommentResponse = commandResponse.extend({ comments: z.int() })

export const reactionEndpoints = {
  like: put('/api/projects/:projectId/like', 'signed-in', {
    summary: 'Like a project; a repeated request changes nothing',
    limit: 'like',
    response: likeResponse,
    errors: ['project-rejected'],
  }),
  unlike: del('/api/projects/:projectId/like', 'signed-in', {
    summary: 'Remove a like; a repeated request changes nothing',
    limit: 'like',
    response: likeResponse,
  }),
  comments: get('/api/projects/:projectId/comments', 'signed-in', {
    summary: 'Comments on a project, newest first',
    query: pageQuery,
    response: commentsResponse,
  }),
  postComment: post('/api/projects/:projectId/comments', 'signed-in', {
    summary: 'Comment on a project, in plain text of 1 to 2,000 characters',
    limit: 'comment',
    body: postCommentRequest,
    status: 201,
    /** The new comment, and the number of comments after it. */
    response: commandResponse.extend({
      comment: publicComment.omit({ author: true }),
      comments: z.int(),
    }),
    errors: ['project-rejected'],
  }),
  removeComment: del('/api/projects/:projectId/comments/:commentId', 'signed-in', {
    summary: 'Remove a comment (its author or an admin); a repeated request changes nothing',
    response: removeCommentResponse,
    errors: ['not-allowed'],
  }),
  hideComment: put('/api/projects/:projectId/comments/:commentId/hidden', 'moderate-community', {
    summary: 'Hide a comment from everybody but its author, who reads why',
    body: hideRequest,
    response: removeCommentResponse,
  }),
  showComment: del('/api/projects/:projectId/comments/:commentId/hidden', 'moderate-community', {
    summary: 'Show a hidden comment again',
    response: removeCommentResponse,
  }),
  view: post('/api/projects/:projectId/view', 'signed-in', {
    summary: 'Record that I opened the project: each person counts once, its owner does not count',
    limit: 'view',
  }),
}
