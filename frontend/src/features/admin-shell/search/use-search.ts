import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { SearchResponse } from '@thirty/contracts/api/admin/search.ts'
import { queryClient } from '../../../shared/http/query-client.ts'
import { RequestFailed } from '../../../shared/http/request-failed.ts'
import { announce } from '../../../shared/ui/feedback/announcer.tsx'
import { t } from '../messages/t.ts'
import { request } from '../../../shared/http/http.ts'

/** Maximum number of participants, and of projects, in the search popup. */
const maxResults = 5
/** The endpoint rejects longer queries, so only the first characters are sent. */
const maxQueryLength = 100

/** Finds participants by name, username and email, and projects by name and participant; best matches first. */
const fetchSearchResults = (text: string, signal: AbortSignal): Promise<SearchResponse> =>
  request('GET', '/api/admin/search', {
    query: { q: text.slice(0, maxQueryLength), limit: maxResults },
    area: 'admin',
    signal,
  })

/** `idle`: nothing to show, because there is no query or the request has only just been sent. */
export type SearchState =
  | { state: 'idle' | 'loading' }
  | { state: 'failed'; message: string; retry: () => void }
  | { state: 'ready'; query: string; results: SearchResponse }

type Results = { query: string; results: SearchResponse }

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
  const search = useQuery(
    {
      queryKey: ['admin-search', settledQuery],
      queryFn: async ({ signal }): Promise<Results> => ({
        query: settledQuery,
        results: await fetchSearchResults(settledQuery, signal),
      }),
      enabled: isActive,
      placeholderData: keepPreviousData,
      // Live data: the same text is searched again the next time.
      gcTime: 0,
    },
    queryClient,
  )
  const { data, error, isFetching, isPlaceholderData, refetch } = search
  const isWaiting = isActive && (isFetching || settledQuery !== query)
  const isLate = useDelayed(isWaiting && isFetching, loadingDelayMs) && isWaiting
  const announced = isActive && !isPlaceholderData ? data : undefined
  useEffect(() => {
    if (announced) announce(formatCounts(announced.results))
  }, [announced])

  if (query === '') return { state: 'idle' }
  if (isLate && isFetching) return { state: 'loading' }
  if (error !== null && !isFetching)
    return { state: 'failed', message: errorMessage(error), retry: () => void refetch() }
  return data === undefined || !isActive ? { state: 'idle' } : { state: 'ready', ...data }
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

const errorMessage = (error: unknown): string =>
  error instanceof RequestFailed ? error.message : t('somethingWentWrong')

/** Returns the announcement for screen readers. It is empty without results: the popup says so itself. */
function formatCounts({ participants, projects }: SearchResponse): string {
  const counts = { participants: participants.length, projects: projects.length }
  if (counts.participants > 0 && counts.projects > 0) return t('bothFound', counts)
  if (counts.participants > 0) return t('participantsFound', { count: counts.participants })
  return counts.projects > 0 ? t('projectsFound', { count: counts.projects }) : ''
}
