import { scoringEndpoints } from '@thirty/contracts/api/admin/scoring.ts'
import { endpoint, type Endpoint } from '@thirty/infra/http/endpoint/endpoint.ts'
import { commandContext } from '../../idempotency.ts'
import type { WaitForProjections } from '../../wait-for-projections.ts'
import {
  applyScoring,
  undoLatestScoring,
  type ChangedScoring,
  type ScoringCommandDeps,
} from './scoring-commands.ts'

export type ScoringDeps = ScoringCommandDeps & { waitForProjections: WaitForProjections }

/** Handlers that change the scoring of the current run, and undo the latest change. */
export function scoringHandlers(deps: ScoringDeps): Endpoint[] {
  const answer = async (message: string, { version, backup: backupId, position }: ChangedScoring) => {
    const waited = await deps.waitForProjections(position)
    return { success: true as const, message, ...waited, version, backupId }
  }
  return [
    endpoint(scoringEndpoints.apply)(async (request) => {
      const context = commandContext(request, request.caller.id, 'change-scoring')
      return answer('The scoring is changed', await applyScoring(deps, request.body, context))
    }),
    endpoint(scoringEndpoints.undo)(async (request) => {
      const context = commandContext(request, request.caller.id, 'undo-scoring')
      return answer(
        'The scoring before is in force again',
        await undoLatestScoring(deps, request.body, context),
      )
    }),
  ]
}
