import { allProjectsQuery, projectsQuery } from '@thirty/contracts/api/projects.ts'
import { refuse } from '@thirty/contracts/refusals.ts'
import { callerOf, type Authentication, type Caller } from '@thirty/infra/http/authentication.ts'
import { route } from '@thirty/infra/http/route.ts'
import { Router } from 'express'
import { z } from 'zod'
import type { ProjectQueries } from './query.ts'

export type ProjectsRoutesOptions = { authentication: Authentication; queries: ProjectQueries }

const user = z.object({ userId: z.string().max(100) })
const project = z.object({ projectId: z.string().max(100) })

/** `count` and `all` stand before `{id}`, which answers 404 for whatever is no id of ours. */
export function projectsRoutes({ authentication, queries }: ProjectsRoutesOptions): Router {
  const { signedIn, adminOnly } = authentication

  /** Refuses everybody but the person and admins, and admins who ask for a person that does not exist. */
  const allowed = async (userId: string, caller: Caller): Promise<void> => {
    if (caller.id !== userId && !caller.isAdmin) refuse('not-allowed', 'Access denied.')
    if (!(await queries.isKnown(userId))) refuse('user-not-found', 'User not found')
  }

  const mine = route({ query: projectsQuery }, ({ query, request }) => {
    const caller = callerOf(request)
    return queries.ofUser(caller.id, query, caller)
  })
  const all = route({ query: allProjectsQuery }, ({ query, request }) =>
    queries.all(query, callerOf(request)),
  )
  const count = route({}, async () => ({ success: true, count: await queries.count() }))
  const ofUser = route({ params: user, query: projectsQuery }, async ({ params, query, request }) => {
    const caller = callerOf(request)
    await allowed(params.userId, caller)
    return queries.ofUser(params.userId, query, caller)
  })
  const countOfUser = route({ params: user }, async ({ params, request }) => {
    await allowed(params.userId, callerOf(request))
    return { success: true, count: await queries.countOfUser(params.userId) }
  })
  const one = route({ params: project }, async ({ params, request }) => {
    const card = await queries.project(params.projectId, callerOf(request))
    return { success: true, project: card ?? refuse('project-not-found', 'Project Not Found') }
  })

  return Router()
    .get('/projects/my-projects', signedIn, mine)
    .get('/projects/all', adminOnly, all)
    .get('/projects/count', adminOnly, count)
    .get('/projects/user/:userId', signedIn, ofUser)
    .get('/projects/user/:userId/count', signedIn, countOfUser)
    .get('/projects/:projectId', signedIn, one)
}
