import type { SearchResponse } from '@thirty/contracts/api/admin/search.ts'
import { get } from '../../../shared/http/http.ts'

/** Maximum number of participants, and of projects, in the popup. */
const maxResults = 5
/** Maximum length of a query that the endpoint accepts. */
const maxQueryLength = 100

/**
 * Searches participants by name, username and email address, and projects by name and participant. Best matches first.
 */
export function fetchSearchResults(text: string, signal: AbortSignal): Promise<SearchResponse> {
  const query = new URLSearchParams({ q: text.slice(0, maxQueryLength), limit: String(maxResults) })
  return get<SearchResponse>(`/api/admin/search?${query}`, { area: 'admin', signal })
}
