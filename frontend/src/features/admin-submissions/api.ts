import type {
  ProjectResponse,
  ProjectCard,
  ProjectsResponse,
  ReviewRequest,
} from '@thirty/contracts/api/projects/projects.ts'
import { get, send } from '../../shared/http/http.ts'
import type { SubmissionFilter } from './submission-filter.ts'

/** One page of the list. */
export type PageRequest = SubmissionFilter & { limit: number; cursor?: string }

/** Submissions of the run, newest first; `counts` hold for the search and the participant without the status. */
export function fetchSubmissions({
  status,
  search,
  user,
  limit,
  cursor,
}: PageRequest): Promise<ProjectsResponse> {
  const query = new URLSearchParams({ ...(user === undefined && { populate: 'user' }), limit: String(limit) })
  if (status !== 'all') query.set('status', status)
  if (search !== '') query.set('search', search)
  if (cursor !== undefined) query.set('cursor', cursor)
  const whose = user === undefined ? 'all' : `user/${encodeURIComponent(user)}`
  return get<ProjectsResponse>(`/api/projects/${whose}?${query}`, { area: 'admin' })
}

export const fetchSubmission = (id: string): Promise<ProjectCard> =>
  get<ProjectResponse>(`/api/projects/${encodeURIComponent(id)}`, { area: 'admin' }).then(
    ({ project }) => project,
  )

/** Approves or rejects. Answered with 409 when the submission is no longer pending. */
export const sendReview = (id: string, review: ReviewRequest): Promise<unknown> =>
  send('PUT', `/api/projects/${encodeURIComponent(id)}`, review, { area: 'admin' })
