import { ratingEndpoints } from '@thirty/contracts/endpoints/projects/ratings.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { FeedbackQueries } from './query.ts'

/** The ratings are public: anyone with a link to a project may read them. Which one is whose is not. */
export const feedbackHandlers = (queries: FeedbackQueries): Endpoint[] => [
  endpoint(ratingEndpoints.ofProject)(
    async ({ params, query }) =>
      (await queries.ratings(params.projectId, query)) ?? refuse('project-not-found', 'Project Not Found'),
  ),
  endpoint(ratingEndpoints.mine)(
    async ({ params, caller }) =>
      (await queries.ownRating(params.projectId, caller.id)) ??
      refuse('project-not-found', 'Project Not Found'),
  ),
]
