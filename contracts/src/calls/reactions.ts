import { z } from 'zod'
import { accepted, page } from '../api/answers.ts'
import {
  commentsAnswer,
  likeAnswer,
  postCommentAnswer,
  postCommentRequest,
  removeCommentAnswer,
} from '../api/reactions.ts'
import { call } from './call.ts'

/** An id of ours is shorter; whatever is none is simply not found. */
const params = z.object({ projectId: z.string().max(100) })
const ofComment = params.extend({ commentId: z.string().max(100) })

export const reactionCalls = {
  like: call({
    method: 'PUT',
    path: '/api/projects/:projectId/like',
    summary: 'Like a project; again changes nothing',
    may: 'signed-in',
    limit: 'like',
    params,
    answer: likeAnswer,
    refuses: ['project-not-found', 'project-rejected', 'challenge-was-reset'],
  }),
  unlike: call({
    method: 'DELETE',
    path: '/api/projects/:projectId/like',
    summary: 'Take a like back; again changes nothing',
    may: 'signed-in',
    limit: 'like',
    params,
    answer: likeAnswer,
    refuses: ['project-not-found', 'challenge-was-reset'],
  }),
  comments: call({
    method: 'GET',
    path: '/api/projects/:projectId/comments',
    summary: 'Comments on a project, newest first',
    may: 'signed-in',
    limit: 'query',
    params,
    query: page,
    answer: commentsAnswer,
    refuses: ['project-not-found'],
  }),
  postComment: call({
    method: 'POST',
    path: '/api/projects/:projectId/comments',
    summary: 'Comment on a project, in plain text of 1 to 2,000 characters',
    may: 'signed-in',
    limit: 'comment',
    params,
    body: postCommentRequest,
    status: 201,
    answer: postCommentAnswer,
    refuses: ['project-not-found', 'project-rejected', 'challenge-was-reset'],
  }),
  removeComment: call({
    method: 'DELETE',
    path: '/api/projects/:projectId/comments/:commentId',
    summary: 'Remove a comment (its author, admins); again changes nothing',
    may: 'signed-in',
    limit: 'command',
    params: ofComment,
    answer: removeCommentAnswer,
    refuses: ['project-not-found', 'comment-not-found', 'not-allowed', 'challenge-was-reset'],
  }),
  view: call({
    method: 'POST',
    path: '/api/projects/:projectId/view',
    summary: 'Say that the project is on my screen: counted once per person, the owner not at all',
    may: 'signed-in',
    limit: 'view',
    params,
    answer: accepted,
    refuses: ['project-not-found', 'challenge-was-reset'],
  }),
}
