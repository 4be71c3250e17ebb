import { projectCalls } from '@thirty/contracts/calls/projects.ts'
import { reactionCalls } from '@thirty/contracts/calls/reactions.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint.ts'
import type { CommentQueries } from './comments.ts'
import type { ProjectQueries } from './query.ts'

export function projectEndpoints(queries: ProjectQueries & CommentQueries): Endpoint[] {
  /** Refuses a person that does not exist: only admins may ask for one. */
  const known = async (userId: string): Promise<string> =>
    (await queries.isKnown(userId)) ? userId : refuse('user-not-found', 'User not found')

  return [
    endpoint(projectCalls.mine)(({ query, caller }) => queries.ofUser(caller.id, query, caller)),
    endpoint(projectCalls.all)(({ query, caller }) => queries.all(query, caller)),
    endpoint(projectCalls.count)(async () => ({ success: true, count: await queries.count() })),
    endpoint(projectCalls.ofUser)(async ({ params, query, caller }) =>
      queries.ofUser(await known(params.userId), query, caller),
    ),
    endpoint(projectCalls.countOfUser)(async ({ params }) => ({
      success: true,
      count: await queries.countOfUser(await known(params.userId)),
    })),
    endpoint(projectCalls.one)(async ({ params, caller }) => {
      const card = await queries.project(params.projectId, caller)
      return { success: true, project: card ?? refuse('project-not-found', 'Project Not Found') }
    }),
    endpoint(reactionCalls.comments)(
      async ({ params, query, caller }) =>
        (await queries.comments(params.projectId, query, caller)) ??
        refuse('project-not-found', 'Project Not Found'),
    ),
  ]
}
