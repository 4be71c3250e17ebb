// The endpoints of the shown run, and the endpoint that says which run is shown.

import { historyEndpoints, type HistoryStatus } from '@thirty/contracts/backups/api.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { optionalCaller } from '@thirty/infra/http/authentication/authentication.ts'
import { runHandlers } from '@thirty/infra/http/endpoint/route-tree.ts'
import type { RunReader } from '../freeze/public-document.ts'

/**
 * Every run has the same endpoints in the same order. A request keeps its run to its end, so no response mixes two runs.
 */
export const shownEndpoints = (shown: {
  readonly current: { views: Record<RunReader, { endpoints: readonly Endpoint[] }> }
}): Endpoint[] =>
  shown.current.views.admins.endpoints.map(({ definition }, index) => ({
    definition,
    handlers: [
      (request, response, next) => {
        // The guards ran before. An endpoint for everybody has no caller, also if an admin calls it.
        const isAdmin = optionalCaller(request)?.isAdmin === true
        const { endpoints } = shown.current.views[isAdmin ? 'admins' : 'everybody']
        runHandlers(endpoints[index]?.handlers ?? [], request, response, next)
      },
    ],
  }))

/** `status` returns which run is shown, and how far the read models of a new one are. */
export const historyStatusHandlers = (status: () => Promise<HistoryStatus>): Endpoint[] => [
  endpoint(historyEndpoints.status)(async () => ({ success: true, ...(await status()) })),
]
