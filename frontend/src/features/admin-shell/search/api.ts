import type { SearchResponse } from '@thirty/contracts/api/admin/search.ts'
import { request } from '../../../shared/http/http.ts'

/** Most participants, and most projects, that the search popup shows. */
const maxResults = 5
/** The endpoint accepts no more characters; longer queries hardly distinguish two names. */
const maxQueryLength = 100

/** Finds participants by name, username and email, and projects by name and participant; best matches first. */
export const fetchSearchResults = (text: string, signal: AbortSignal): Promise<SearchResponse> =>
  request('GET', '/api/admin/search', {
    query: { q: text.slice(0, maxQueryLength), limit: maxResults },
    area: 'admin',
    signal,
  })
