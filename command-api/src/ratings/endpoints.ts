import type { SubmitRatingRequest } from '@thirty/contracts/api/ratings.ts'
import { ratingCalls } from '@thirty/contracts/calls/ratings.ts'
import { averageOf } from '@thirty/contracts/rules/points.ts'
import { projectStream } from '@thirty/contracts/rules/project-id.ts'
import type { Caller } from '@thirty/infra/http/authentication.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint.ts'
import { loadCurrentRun } from '../current-run.ts'
import type { Commands } from '../handle.ts'
import { askerOf, type Asker } from '../idempotency.ts'
import { isInHistory, partsOfProject } from '../runs.ts'
import type { Settle } from '../settle.ts'
import { figuresOf, rate } from './decide.ts'
import { evolve, noProject } from './evolve.ts'

export type RatingDeps = { commands: Commands; settle: Settle }

/** Ratings of projects. */
export function ratingEndpoints(deps: RatingDeps): Endpoint[] {
  return [
    endpoint(ratingCalls.submit)(async (asked) => {
      const { caller, body } = asked
      const asker = askerOf(asked, caller.id, 'rate-project')
      const { state, position } = await rateProject(deps, { ...body, caller, asker })
      return {
        success: true,
        message: 'Rating submitted successfully',
        ...(await deps.settle(position)),
        average: averageOf(body.criteria),
        ...figuresOf(state),
      }
    }),
  ]
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
