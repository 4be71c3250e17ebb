// The requests of the screen of judging alone; `shared/judging` has those of conflicts and calibration projects.

import type { ChangeOptionsRequest } from '@thirty/contracts/challenge/options-api.ts'
import { request } from '../../shared/http/http.ts'

export const changeOptions = (change: ChangeOptionsRequest) =>
  request('PUT', '/api/admin/challenge/options', { body: change, area: 'admin' })

/** Maximum number of participants that are offered for a conflict. */
const maxFound = 5

/** Finds participants by name, username and email address. */
export const findParticipants = (text: string) =>
  request('GET', '/api/admin/search', { query: { q: text.slice(0, 100), limit: maxFound }, area: 'admin' })
