import { useEffect, useEffectEvent } from 'react'

/**
 * Calls a function, as the last render has it, `delayMs` after the component is shown. Another `since` or delay begins the time anew;
 * without a delay the function is not called.
 */
export function useAfter(delayMs: number | undefined, call: () => void, since?: unknown): void {
  const onDue = useEffectEvent(call)
  useEffect(() => {
    if (delayMs === undefined) return
    const timer = setTimeout(() => onDue(), delayMs)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another one begins the time anew
  }, [delayMs, since])
}
