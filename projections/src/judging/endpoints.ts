import { judgingEndpoints } from '@thirty/contracts/api/admin/judging.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import type { JudgingQueries } from './query.ts'

export const judgingHandlers = (queries: JudgingQueries): Endpoint[] => [
  endpoint(judgingEndpoints.overview)(({ caller }) => queries.overview(caller)),
  endpoint(judgingEndpoints.projects)(({ caller, query }) => queries.projects(query, caller)),
  endpoint(judgingEndpoints.standings)(() => queries.standings()),
  endpoint(judgingEndpoints.mine)(({ caller, query }) => queries.own(caller.id, query.project)),
]
