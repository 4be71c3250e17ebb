// The endpoints of the judging of a run, and of the project that an admin should rate next.

import { judgingEndpoints, maxComparedParticipants } from '@thirty/contracts/judging/api.ts'
import { statisticsEndpoints } from '@thirty/contracts/judging/statistics-api.ts'
import { scoringOf } from '@thirty/contracts/challenge/history.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { RunContext } from '../run-context.ts'
import { nextToRate, type OpenProjects } from './next-to-rate.ts'
import { judgingQueries } from './query.ts'

const noOpenProjects: OpenProjects = { ofOthers: async () => new Set(), offer: async () => true }

export function judgingHandlers(context: RunContext): Endpoint[] {
  const { history, loadOptions, openProjects = noOpenProjects } = context
  const source = { ...context, readModel: context.readModels.judging }
  const queries = judgingQueries({
    ...source,
    loadBoard: () => context.comparedParticipants(maxComparedParticipants),
    weights: scoringOf(history).weights,
  })
  const findNext = nextToRate(source, openProjects)
  return [
    endpoint(judgingEndpoints.overview)(({ caller }) => queries.overview(caller)),
    endpoint(judgingEndpoints.projects)(({ caller, query }) => queries.projects(query, caller)),
    endpoint(judgingEndpoints.standings)(() => queries.standings()),
    endpoint(judgingEndpoints.mine)(({ caller, query }) => queries.own(caller.id, query.project)),
    endpoint(statisticsEndpoints.nextUnrated)(async ({ caller, query: { except } }) => {
      const admin = { id: caller.id, session: caller.token.id }
      return findNext({ admin, except, wantedRatings: (await loadOptions()).wantedRatings })
    }),
  ]
}
