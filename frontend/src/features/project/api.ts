import type { SubmitRatingRequest } from '@thirty/contracts/judging/ratings-api.ts'
import { request } from '../../shared/http/http.ts'

/** Submits a rating; it replaces the user's earlier rating of the project. */
export const submitRating = (rating: SubmitRatingRequest) =>
  request('POST', '/api/ratings/submit', { body: rating })

/** Likes a project, or removes the like, and returns what applies afterwards. */
export const setLike = (projectId: string, liked: boolean) =>
  request(liked ? 'PUT' : 'DELETE', '/api/projects/:projectId/like', { params: { projectId } })

/** Records that the user opened a project. A failure is ignored: the number of views is only informative. */
export const recordView = (projectId: string) =>
  request('POST', '/api/projects/:projectId/view', { params: { projectId } }).catch(() => undefined)
