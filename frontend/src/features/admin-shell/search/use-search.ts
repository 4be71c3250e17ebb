// The search of the admin area: participants and projects, found while one types.

import { useEffect, useState } from 'react'
import type { SearchResponse } from '@thirty/contracts/operations/search-api.ts'
import { request } from '../../../shared/http/http.ts'
import { requestMessage } from '../../../shared/http/request-failed.ts'
import { liveData, useLast, useLiveData } from '../../../shared/live/live-data.ts'
import { announce } from '../../../shared/ui/feedback/announcer.tsx'
import { t } from '../../../shared/i18n/t.ts'

/** Maximum number of participants, and of projects, in the search popup. */
const maxResults = 5
/** The endpoint rejects longer queries, so only the first characters are sent. */
const maxQueryLength = 100

type Results = { query: string; results: SearchResponse }

/**
 * Finds participants by name, username and email, and projects by name and participant; best matches first. Without a text there
 * is nothing to find. The same text is searched again the next time.
 */
const searchResults = liveData<Results | null, string>({
  load: async (query, signal) =>
    query === ''
      ? null
      : {
          query,
          results: await request('GET', '/api/admin/search', {
            query: { q: query.slice(0, maxQueryLength), limit: maxResults },
            signal,
          }),
        },
  isAlwaysFresh: true,
})

/** `idle`: nothing to show, because there is no query or the request has only just been sent. */
export type SearchState =
  | { state: 'idle' | 'loading' }
  | { state: 'failed'; message: string; retry: () => void }
  | { state: 'ready'; query: string; results: SearchResponse }

/** Delay between the last key press and the request. */
const debounceMs = 170
/** Delay between the request and the loading state, so that fast responses do not flicker. */
const loadingDelayMs = 150

/**
 * Searches when typing pauses, unless the query is empty. The previous results stay until the next response arrives, or
 * until it is late enough for the loading state. Outdated requests are aborted.
 */
export function useSearch(query: string): SearchState {
  const settledQuery = useDelayed(query, debounceMs)
  const isActive = query !== '' && settledQuery !== ''
  const { state, data, error, reload } = useLiveData(searchResults, settledQuery)
  const shown = useLast(data)
  const isLoading = state === 'loading'
  const isWaiting = isActive && (isLoading || settledQuery !== query)
  const isLate = useDelayed(isWaiting && isLoading, loadingDelayMs) && isWaiting
  const found = isActive ? data : null
  useEffect(() => {
    if (found) announce(formatCounts(found.results))
  }, [found])

  if (query === '') return { state: 'idle' }
  if (isLate && isLoading) return { state: 'loading' }
  if (state === 'failed')
    return { state, message: requestMessage(error) ?? t('serverTexts.somethingWentWrong'), retry: reload }
  return !shown || !isActive ? { state: 'idle' } : { state: 'ready', ...shown }
}

/** Returns a value once it has not changed for `delayMs` milliseconds; an empty one at once. */
function useDelayed<Value extends string | boolean>(value: Value, delayMs: number): Value {
  const [delayed, setDelayed] = useState(value)
  if (!value && delayed !== value) setDelayed(value)
  useEffect(() => {
    if (!value) return
    const timer = setTimeout(() => setDelayed(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return delayed
}

/** Returns the announcement for screen readers. It is empty without results: the popup says so itself. */
function formatCounts({ participants, projects }: SearchResponse): string {
  const counts = { participants: participants.length, projects: projects.length }
  if (counts.participants > 0 && counts.projects > 0) return t('adminShell.bothFound', counts)
  if (counts.participants > 0) return t('common.participantsFound', { count: counts.participants })
  return counts.projects > 0 ? t('adminShell.projectsFound', { count: counts.projects }) : ''
}
