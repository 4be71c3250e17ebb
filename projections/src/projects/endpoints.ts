// The endpoints of projects, with their comments and ratings, and of the statistics of the reviews.

import { projectEndpoints } from '@thirty/contracts/projects/api.ts'
import { statisticsEndpoints } from '@thirty/contracts/judging/statistics-api.ts'
import { ratingEndpoints } from '@thirty/contracts/judging/ratings-api.ts'
import { reactionEndpoints } from '@thirty/contracts/community/reactions-api.ts'
import { refuse } from '@thirty/contracts/endpoints/refusals.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { RunContext } from '../run-context.ts'
import { commentsOn } from './reactions/comments.ts'
import { reviewStatistics } from './reviews/review-statistics.ts'

export function projectHandlers(context: RunContext): Endpoint[] {
  const source = { ...context, readModel: context.readModels.projects }
  const queries = { ...context.projects, ...context.ratings }
  /** Refuses an unknown user id. Only admins can send one, so the refusal reveals nothing to others. */
  const knownUser = async (userId: string): Promise<string> =>
    (await queries.isKnownUser(userId)) ? userId : refuse('user-not-found', 'userNotFound')

  return [
    endpoint(projectEndpoints.mine)(({ query, caller }) => queries.ofUser(caller.id, query, caller)),
    endpoint(projectEndpoints.all)(({ query, caller }) => queries.all(query, caller)),
    endpoint(projectEndpoints.count)(async () => ({ count: await queries.count() })),
    endpoint(projectEndpoints.ofUser)(async ({ params, query, caller }) =>
      queries.ofUser(await knownUser(params.userId), query, caller),
    ),
    endpoint(projectEndpoints.countOfUser)(async ({ params }) => ({
      count: await queries.countOfUser(await knownUser(params.userId)),
    })),
    endpoint(projectEndpoints.one)(({ params, caller }) => known(queries.project(params.projectId, caller))),
    endpoint(reactionEndpoints.comments)(({ params, query, caller }) =>
      known(commentsOn(source, params.projectId, query, caller)),
    ),
    // Public: anyone with a link to a project may read its ratings. Which one is whose is not.
    endpoint(ratingEndpoints.ofProject)(({ params, query }) =>
      known(queries.ratings(params.projectId, query)),
    ),
    endpoint(ratingEndpoints.mine)(({ params, caller }) =>
      known(queries.ownRating(params.projectId, caller.id)),
    ),
    endpoint(statisticsEndpoints.reviews)(reviewStatistics(source)),
  ]
}

/** Returns what was found about a project. Refuses if it does not exist or was withdrawn. */
const known = async <Found>(found: Promise<Found | undefined>): Promise<Found> =>
  (await found) ?? refuse('project-not-found', 'projectNotFound')
