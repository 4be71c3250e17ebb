import { useEffect, useState } from 'react'
import type { SearchResponse } from '@thirty/contracts/api/admin/search.ts'
import { isAbortError, RequestFailed } from '../../../shared/http/request-failed.ts'
import { announce } from '../../../shared/ui/feedback/announcer.tsx'
import { fetchSearchResults } from './api.ts'

/** What the search has to show. `quiet`: nothing yet, and it is too early to say that something is on its way. */
export type SearchState =
  | { state: 'quiet' | 'loading' }
  | { state: 'failed'; message: string; retry: () => void }
  | { state: 'ready'; query: string; results: SearchResponse }

type Outcome = Exclude<SearchState, { state: 'failed' }> | { state: 'failed'; message: string }

/** How long typing rests before the server is asked, in milliseconds. */
const rest = 170
/** How long an answer may take before the reader sees that one is on its way, in milliseconds. */
const patience = 150

const quiet: Outcome = { state: 'quiet' }
const loading: Outcome = { state: 'loading' }

/**
 * Searches for the words once they rest, and not at all while there are none. What was found for earlier words stays
 * until the answer for the new ones comes or is late; an answer that nobody waits for any more is given up.
 */
export function useSearch(words: string): SearchState {
  const [outcome, setOutcome] = useState(quiet)
  const [round, setRound] = useState(0)
  if (words === '' && outcome !== quiet) setOutcome(quiet)

  useEffect(() => {
    if (words === '') return
    const leaving = new AbortController()
    const settle = (next: Outcome) => {
      if (leaving.signal.aborted) return
      clearTimeout(late)
      setOutcome(next)
      if (next.state === 'ready') announce(inWords(next.results))
    }
    const asking = setTimeout(() => {
      fetchSearchResults(words, leaving.signal).then(
        (found) => settle({ state: 'ready', query: words, results: found }),
        (error: unknown) => !isAbortError(error) && settle({ state: 'failed', message: messageOf(error) }),
      )
    }, rest)
    const late = setTimeout(() => setOutcome(loading), rest + patience)
    return () => {
      clearTimeout(asking)
      clearTimeout(late)
      leaving.abort()
    }
    // The same words are asked for again when the reader wants it; `round` says so.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [words, round])

  if (outcome.state !== 'failed') return outcome
  const retry = () => {
    setOutcome(loading)
    setRound((count) => count + 1)
  }
  return { ...outcome, retry }
}

const messageOf = (error: unknown): string =>
  error instanceof RequestFailed ? error.message : 'Something went wrong. Please try again.'

/** For those who listen. That nothing was found the popup says itself. */
function inWords({ participants, projects }: SearchResponse): string {
  const counts = [
    participants.length > 0 &&
      (participants.length === 1 ? '1 participant' : `${participants.length} participants`),
    projects.length > 0 && (projects.length === 1 ? '1 project' : `${projects.length} projects`),
  ].filter(Boolean)
  return counts.length === 0 ? '' : `${counts.join(' and ')} found`
}
