import { useEffect, useState } from 'react'
import { isAbortError, errorMessage } from './request-failed.ts'

/** The data of a screen. */
export type Loaded<Value> =
  | { state: 'loading' }
  | { state: 'failed'; message: string; retry: () => void }
  | { state: 'ready'; value: Value; reload: () => void }

type Outcome<Value> = { of: string } & ({ value: Value } | { message: string })

/**
 * Loads on mount and whenever `key` changes; aborts a request whose result is no longer needed.
 * During `reload`, and if it fails, the previous value stays. `fallback` is the message if the server sends none.
 */
export function useLoaded<Value>(
  key: string,
  load: (signal: AbortSignal) => Promise<Value>,
  otherwise: string,
): Loaded<Value> {
  const [outcome, setOutcome] = useState<Outcome<Value>>()
  const [round, setRound] = useState(0)

  useEffect(() => {
    const leaving = new AbortController()
    load(leaving.signal).then(
      (value) => setOutcome({ of: key, value }),
      (error: unknown) => {
        if (leaving.signal.aborted || isAbortError(error)) return
        const failed = { of: key, message: errorMessage(error, otherwise) }
        setOutcome((before) => (before?.of === key && 'value' in before ? before : failed))
      },
    )
    return () => leaving.abort()
    // `load` is a new function on every render; `key` changes when its result would.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, round])

  if (outcome === undefined || outcome.of !== key) return { state: 'loading' }
  const again = () => setRound((count) => count + 1)
  if ('value' in outcome) return { state: 'ready', value: outcome.value, reload: again }
  const retry = () => {
    setOutcome(undefined)
    again()
  }
  return { state: 'failed', message: outcome.message, retry }
}
