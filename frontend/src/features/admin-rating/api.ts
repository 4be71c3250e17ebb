import type { ProjectCard } from '@thirty/contracts/api/projects/projects.ts'
import type { SubmitRatingResponse } from '@thirty/contracts/api/projects/ratings.ts'
import type { Criteria } from '@thirty/contracts/rules/ratings.ts'
import { request } from '../../shared/http/http.ts'

export const fetchProject = async (projectId: string, signal: AbortSignal): Promise<ProjectCard> =>
  (await request('GET', '/api/projects/:projectId', { params: { projectId }, area: 'admin', signal })).project

type Rating = { projectId: string; criteria: Criteria; feedback: string }

/** Submits a rating; it replaces the admin's earlier rating of the project. */
export const submitRating = (rating: Rating): Promise<SubmitRatingResponse> =>
  request('POST', '/api/ratings/submit', { body: rating, area: 'admin' })
