import { useEffect, useState } from 'react'
import { isAbortError, errorMessage } from './request-failed.ts'

/** A screen's data: on its way, failed with words for the reader, or there. */
export type Loaded<Value> =
  | { state: 'loading' }
  | { state: 'failed'; message: string; retry: () => void }
  | { state: 'ready'; value: Value; reload: () => void }

type Outcome<Value> = { of: string } & ({ value: Value } | { message: string })

/**
 * Loads when the screen opens and again whenever `key` changes; gives up a call whose answer nobody waits for.
 * While `reload` is under way, and when it fails, the old value stays. `otherwise` is said when the server has no words of its own.
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
    // `load` is a new function on every render; `key` says when it would answer something else.
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
