import { withTimeout } from './with-timeout.ts'

type Outcome<Value> = { value: Value } | { error: unknown }

/**
 * Sends one request at a time, with a time-out. The next one, or `cancel`, aborts it; then its outcome is undefined. `send`
 * never rejects.
 */
export function oneRequest() {
  let current: AbortController | undefined
  const cancel = () => {
    current?.abort()
    current = undefined
  }
  const send = async <Value>(
    request: (signal: AbortSignal) => Promise<Value>,
  ): Promise<Outcome<Value> | undefined> => {
    cancel()
    const controller = new AbortController()
    current = controller
    let outcome: Outcome<Value>
    try {
      outcome = { value: await withTimeout(controller, request) }
    } catch (error) {
      outcome = { error }
    }
    if (current !== controller) return undefined
    current = undefined
    return outcome
  }
  return { send, cancel }
}
