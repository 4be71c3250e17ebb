type Outcome<Value> = { value: Value } | { error: unknown }

/**
 * Does one thing at a time, which may be several requests. The next one, or `cancel`, aborts it; then its outcome is undefined.
 * `send` never rejects. There is no time-out for all of it, because each request has its own.
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
      outcome = { value: await request(controller.signal) }
    } catch (error) {
      outcome = { error }
    }
    if (current !== controller) return undefined
    current = undefined
    return outcome
  }
  return { send, cancel }
}
