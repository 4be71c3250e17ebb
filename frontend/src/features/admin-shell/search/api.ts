import type { SearchResponse } from '@thirty/contracts/api/admin/search.ts'
import { request } from '../../../shared/http/http.ts'

/** Maximum number of participants, and of projects, in the search popup. */
const maxResults = 5
/** The endpoint rejects longer queries, so only the first characters are sent. */
const maxQueryLength = 100

/** Finds participants by name, username and email, and projects by name and participant; best matches first. */
export const fetchSearchResults = (text: string, signal: AbortSignal): Promise<SearchResponse> =>
  request('GET', '/api/admin/search', {
    query: { q: text.slice(0, maxQueryLength), limit: maxResults },
    area: 'admin',
    signal,
  })
