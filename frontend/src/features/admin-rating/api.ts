import type { ProjectAnswer, ProjectCard } from '@thirty/contracts/api/projects.ts'
import type { Criteria, SubmitRatingAnswer } from '@thirty/contracts/api/ratings.ts'
import { get, send } from '../../shared/http.ts'

export const fetchProject = async (id: string, signal: AbortSignal): Promise<ProjectCard> =>
  (await get<ProjectAnswer>(`/api/projects/${encodeURIComponent(id)}`, { area: 'admin', signal })).project

type Rating = { projectId: string; criteria: Criteria; feedback: string }

/** Rating again replaces the rating given before. */
export const submitRating = (rating: Rating): Promise<SubmitRatingAnswer> =>
  send('POST', '/api/ratings/submit', rating, { area: 'admin' })
