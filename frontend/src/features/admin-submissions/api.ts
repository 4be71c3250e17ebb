import type { ProjectsResponse, ReviewRequest } from '@thirty/contracts/projects/api.ts'
import type { ReviewManyRequest } from '@thirty/contracts/projects/reviews-api.ts'
import { request } from '../../shared/http/http.ts'
import type { SubmissionFilter } from './submission-filter.ts'

/** The filter, and the page of the filtered list: `limit` rows after `cursor`. */
export type PageRequest = SubmissionFilter & { limit: number; cursor?: string; signal?: AbortSignal }

/**
 * Returns submissions of the current run, newest first. `counts` ignores the status filter, but not the search and
 * the participant.
 */
export function fetchSubmissions({
  status,
  search,
  sort,
  userId,
  limit,
  cursor,
  signal,
}: PageRequest): Promise<ProjectsResponse> {
  const query = {
    limit,
    ...(status !== 'all' && { status }),
    ...(search !== '' && { search }),
    ...(cursor !== undefined && { cursor }),
  }
  return userId === undefined
    ? request('GET', '/api/projects/all', {
        query: { ...query, populate: 'user', ...(sort === 'waiting' && { sort }) },
        area: 'admin',
        signal,
      })
    : request('GET', '/api/projects/user/:userId', { params: { userId }, query, area: 'admin', signal })
}

export const fetchSubmission = async (projectId: string) =>
  (await request('GET', '/api/projects/:projectId', { params: { projectId }, area: 'admin' })).project

/** `keepalive`: the page is left meanwhile. `token`: that of a session which ends meanwhile. */
export type ReviewOptions = { keepalive?: boolean; token?: string }

/** Approves or rejects a submission. Fails with status 409 if it is no longer pending. */
export const sendReview = (projectId: string, review: ReviewRequest, options: ReviewOptions = {}) =>
  request('PUT', '/api/projects/:projectId', {
    params: { projectId },
    body: review,
    area: 'admin',
    ...options,
  })

/** Approves or rejects several submissions. Returns what happened to each. Pass the same `idempotencyKey` when you retry. */
export const sendReviews = async (body: ReviewManyRequest, idempotencyKey: string) =>
  (await request('POST', '/api/admin/reviews', { body, idempotencyKey, area: 'admin' })).outcomes
