import { useEffect, useState } from 'react'
import { isAbortError, errorMessage } from './request-failed.ts'

/** The data of a screen. */
export type Loaded<Value> =
  | { state: 'loading' }
  | { state: 'failed'; message: string; retry: () => void }
  | { state: 'ready'; value: Value; reload: () => void }

type Outcome<Value> = { key: string } & ({ value: Value } | { message: string })

/**
 * Loads on mount and whenever `key` changes, and aborts outdated requests. The previous value stays during `reload`, and
 * if it fails. `fallback` is the message if the server sends none.
 */
export function useLoaded<Value>(
  key: string,
  load: (signal: AbortSignal) => Promise<Value>,
  fallback: string,
): Loaded<Value> {
  const [outcome, setOutcome] = useState<Outcome<Value>>()
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    const abortController = new AbortController()
    load(abortController.signal).then(
      (value) => setOutcome({ key, value }),
      (error: unknown) => {
        if (abortController.signal.aborted || isAbortError(error)) return
        const failed = { key, message: errorMessage(error, fallback) }
        setOutcome((previous) => (previous?.key === key && 'value' in previous ? previous : failed))
      },
    )
    return () => abortController.abort()
    // `load` is a new function on every render; `key` says when it would load something else.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, attempt])

  if (outcome === undefined || outcome.key !== key) return { state: 'loading' }
  const reload = () => setAttempt((count) => count + 1)
  if ('value' in outcome) return { state: 'ready', value: outcome.value, reload }
  const retry = () => {
    setOutcome(undefined)
    reload()
  }
  return { state: 'failed', message: outcome.message, retry }
}
