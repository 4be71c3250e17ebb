import { page } from '@thirty/contracts/api/answers.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { route } from '@thirty/infra/http/route.ts'
import { Router } from 'express'
import { z } from 'zod'
import type { FeedbackQueries } from './query.ts'

export type FeedbackRoutesOptions = { queries: FeedbackQueries }

const project = z.object({ projectId: z.string().max(100) })

/** Public: whoever has a project's address may read what was said about it. */
export function feedbackRoutes({ queries }: FeedbackRoutesOptions): Router {
  const ratings = route(
    { params: project, query: page },
    async ({ params, query }) =>
      (await queries.ratings(params.projectId, query)) ?? refuse('project-not-found', 'Project Not Found'),
  )
  return Router().get('/ratings/project/:projectId', ratings)
}
