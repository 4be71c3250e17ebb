import {
  applyScoringRequest,
  scoringResponse,
  undoScoringRequest,
  whatIfQuery,
  whatIfResponse,
} from '../api/admin/scoring.ts'
import { get, post } from './endpoint-definition.ts'

/** The scoring of the run, and what another one would change (decisions, 0101). */
export const scoringEndpoints = {
  whatIf: get('/api/admin/what-if', {
    summary: 'Who would move with another scoring; nothing changes',
    access: 'view-admin-area',
    query: whatIfQuery,
    response: whatIfResponse,
    errors: ['invalid-fields', 'busy'],
  }),
  apply: post('/api/admin/scoring', {
    summary: 'Back up the run, and compute all its points with another scoring',
    access: 'run-challenge',
    limit: 'change-challenge',
    body: applyScoringRequest,
    response: scoringResponse,
    errors: ['invalid-fields', 'changed-meanwhile', 'quota-reached', 'conflict'],
  }),
  undo: post('/api/admin/scoring/undo', {
    summary: 'Apply the scoring that was in force before the latest change',
    access: 'run-challenge',
    limit: 'change-challenge',
    body: undoScoringRequest,
    response: scoringResponse,
    errors: ['invalid-fields', 'changed-meanwhile', 'quota-reached', 'conflict'],
  }),
}
