// The requests of the screen of judging: options, conflicts of interest, calibration projects.

import type { DeclareConflictRequest } from '@thirty/contracts/judging/api.ts'
import type { ChangeOptionsRequest } from '@thirty/contracts/challenge/options-api.ts'
import { request } from '../../shared/http/http.ts'

export const changeOptions = (change: ChangeOptionsRequest) =>
  request('PUT', '/api/admin/challenge/options', { body: change, area: 'admin' })

export const declareConflict = (conflict: DeclareConflictRequest) =>
  request('POST', '/api/admin/judging/conflicts', { body: conflict, area: 'admin' })

export const withdrawConflict = (admin: string, participant: string) =>
  request('DELETE', '/api/admin/judging/conflicts', { body: { admin, participant }, area: 'admin' })

export const removeFromCalibration = (projectId: string) =>
  request('DELETE', '/api/admin/judging/calibration/:projectId', { params: { projectId }, area: 'admin' })

/** Maximum number of participants that are offered for a conflict. */
const maxFound = 5

/** Finds participants by name, username and email address. */
export const findParticipants = (text: string) =>
  request('GET', '/api/admin/search', { query: { q: text.slice(0, 100), limit: maxFound }, area: 'admin' })
