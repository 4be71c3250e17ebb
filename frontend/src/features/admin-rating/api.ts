import type { ProjectResponse, ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import type { SubmitRatingResponse } from '@thirty/contracts/api/projects/ratings.ts'
import type { Criteria } from '@thirty/contracts/rules/ratings.ts'
import { get, send } from '../../shared/http/http.ts'

export const fetchProject = async (id: string, signal: AbortSignal): Promise<ProjectCard> =>
  (await get<ProjectResponse>(`/api/projects/${encodeURIComponent(id)}`, { area: 'admin', signal })).project

type Rating = { projectId: string; criteria: Criteria; feedback: string }

/** Rating again replaces the rating given before. */
export const submitRating = (rating: Rating): Promise<SubmitRatingResponse> =>
  send('POST', '/api/ratings/submit', rating, { area: 'admin' })
