import type { SearchResponse } from '@thirty/contracts/api/admin/search.ts'
import { get } from '../../../shared/http/http.ts'

/** Most participants, and most projects, that the popup of the search shows. */
const mostShown = 5
/** The call takes no more characters; what follows them hardly tells two names apart. */
const mostLetters = 100

/** Participants by name, username and e-mail address; projects by name and participant. The best first. */
export function fetchSearchResults(words: string, signal: AbortSignal): Promise<SearchResponse> {
  const query = new URLSearchParams({ q: words.slice(0, mostLetters), limit: String(mostShown) })
  return get<SearchResponse>(`/api/admin/search?${query}`, { area: 'admin', signal })
}
