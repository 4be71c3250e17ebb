import {
  submitRatingRequest,
  type SubmitRatingAnswer,
  type SubmitRatingRequest,
} from '@thirty/contracts/api/ratings.ts'
import { averageOf } from '@thirty/contracts/rules/points.ts'
import { projectStream } from '@thirty/contracts/rules/project-id.ts'
import { callerOf, type Authentication, type Caller } from '@thirty/infra/http/authentication.ts'
import type { Limits } from '@thirty/infra/http/limits.ts'
import { route } from '@thirty/infra/http/route.ts'
import { Router } from 'express'
import { loadCurrentRun } from '../current-run.ts'
import type { Commands } from '../handle.ts'
import { askerOf, type Asker } from '../idempotency.ts'
import { isInHistory, partsOfProject } from '../runs.ts'
import type { Settle } from '../settle.ts'
import { figuresOf, rate } from './decide.ts'
import { evolve, noProject } from './evolve.ts'

export type RatingDeps = {
  commands: Commands
  settle: Settle
  authentication: Pick<Authentication, 'signedIn'>
  limits: Pick<Limits, 'limit'>
}

/** Ratings of projects. To be mounted under `/api`. */
export function ratingRoutes(deps: RatingDeps): Router {
  return Router().post(
    '/ratings/submit',
    deps.authentication.signedIn,
    deps.limits.limit('rate'),
    route({ body: submitRatingRequest }, async (asked): Promise<SubmitRatingAnswer> => {
      const caller = callerOf(asked.request)
      const { state, position } = await rateProject(deps, {
        ...asked.body,
        caller,
        asker: askerOf(asked, caller.id, 'rate-project'),
      })
      return {
        success: true,
        message: 'Rating submitted successfully',
        ...(await deps.settle(position)),
        average: averageOf(asked.body.criteria),
        ...figuresOf(state),
      }
    }),
  )
}

type RateRequest = SubmitRatingRequest & { caller: Caller; asker: Asker }

async function rateProject(
  { commands }: Pick<RatingDeps, 'commands'>,
  { projectId, criteria, feedback, caller, asker }: RateRequest,
) {
  const run = await loadCurrentRun(commands)
  const { user: owner } = partsOfProject(projectId, run)
  return commands.handle({
    initial: noProject,
    evolve,
    counts: (event) => isInHistory(run, event),
    stream: projectStream(projectId),
    run: () => run.run,
    asker,
    decide: (project) =>
      rate(project, { rater: caller.id, official: caller.isAdmin, owner, criteria, feedback }),
  })
}
