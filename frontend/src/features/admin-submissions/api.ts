import type {
  ProjectAnswer,
  ProjectCard,
  ProjectsAnswer,
  ReviewRequest,
} from '@thirty/contracts/api/projects.ts'
import { get, send } from '../../shared/http.ts'
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
}: PageRequest): Promise<ProjectsAnswer> {
  const query = new URLSearchParams({ ...(user === undefined && { populate: 'user' }), limit: String(limit) })
  if (status !== 'all') query.set('status', status)
  if (search !== '') query.set('search', search)
  if (cursor !== undefined) query.set('cursor', cursor)
  const whose = user === undefined ? 'all' : `user/${encodeURIComponent(user)}`
  return get<ProjectsAnswer>(`/api/projects/${whose}?${query}`, { area: 'admin' })
}

export const fetchSubmission = (id: string): Promise<ProjectCard> =>
  get<ProjectAnswer>(`/api/projects/${encodeURIComponent(id)}`, { area: 'admin' }).then(
    ({ project }) => project,
  )

/** Approves or rejects. Answered with 409 when the submission is no longer pending. */
export const sendReview = (id: string, review: ReviewRequest): Promise<unknown> =>
  send('PUT', `/api/projects/${encodeURIComponent(id)}`, review, { area: 'admin' })
