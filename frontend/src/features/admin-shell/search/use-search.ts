import { useEffect, useState } from 'react'
import type { SearchResponse } from '@thirty/contracts/api/admin/search.ts'
import { isAbortError, RequestFailed } from '../../../shared/http/request-failed.ts'
import { announce } from '../../../shared/ui/feedback/announcer.tsx'
import { fetchSearchResults } from './api.ts'

/** `idle`: nothing to show, because there is no query or the request has only just been sent. */
export type SearchState =
  | { state: 'idle' | 'loading' }
  | { state: 'failed'; message: string; retry: () => void }
  | { state: 'ready'; query: string; results: SearchResponse }

type Outcome = Exclude<SearchState, { state: 'failed' }> | { state: 'failed'; message: string }

/** Delay between the last key press and the request. */
const debounceMs = 170
/** Delay between the request and the loading state, so that fast responses do not flicker. */
const loadingDelayMs = 150

const idle: Outcome = { state: 'idle' }
const loading: Outcome = { state: 'loading' }

/**
 * Searches when typing pauses, unless the query is empty. The previous results stay until the next response arrives, or
 * until it is late enough for the loading state. Outdated requests are aborted.
 */
export function useSearch(query: string): SearchState {
  const [outcome, setOutcome] = useState(idle)
  const [attempt, setAttempt] = useState(0)
  if (query === '' && outcome !== idle) setOutcome(idle)

  useEffect(() => {
    if (query === '') return
    const abortController = new AbortController()
    const finish = (next: Outcome) => {
      if (abortController.signal.aborted) return
      clearTimeout(loadingTimer)
      setOutcome(next)
      if (next.state === 'ready') announce(formatCounts(next.results))
    }
    const requestTimer = setTimeout(() => {
      fetchSearchResults(query, abortController.signal).then(
        (results) => finish({ state: 'ready', query, results }),
        (error: unknown) => !isAbortError(error) && finish({ state: 'failed', message: errorMessage(error) }),
      )
    }, debounceMs)
    const loadingTimer = setTimeout(() => setOutcome(loading), debounceMs + loadingDelayMs)
    return () => {
      clearTimeout(requestTimer)
      clearTimeout(loadingTimer)
      abortController.abort()
    }
    // A retry repeats the same query: it changes `attempt` only.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [query, attempt])

  if (outcome.state !== 'failed') return outcome
  const retry = () => {
    setOutcome(loading)
    setAttempt((count) => count + 1)
  }
  return { ...outcome, retry }
}

const errorMessage = (error: unknown): string =>
  error instanceof RequestFailed ? error.message : 'Something went wrong. Please try again.'

/** Returns the announcement for screen readers. It is empty without results: the popup says so itself. */
function formatCounts({ participants, projects }: SearchResponse): string {
  const counts = [
    participants.length > 0 &&
      (participants.length === 1 ? '1 participant' : `${participants.length} participants`),
    projects.length > 0 && (projects.length === 1 ? '1 project' : `${projects.length} projects`),
  ].filter(Boolean)
  return counts.length === 0 ? '' : `${counts.join(' and ')} found`
}
