import { useState } from 'react'
import { useSearchParams, type NavigateOptions } from './router.ts'

/** The parameters on their way to the URL, and the parameters of the URL until they arrive. */
type Ahead = { text: string; passed: readonly string[] }

/**
 * `useSearchParams` for controls that are pressed quickly. The router renders a new URL when there is time; until then a slider would
 * fall back to its old value, and the next press would begin there. Here the parameters change at once.
 */
export function usePromptSearchParams(): [
  URLSearchParams,
  (next: URLSearchParams | Readonly<Record<string, string>>, options?: NavigateOptions) => void,
] {
  const [parameters, setParameters] = useSearchParams()
  const [ahead, setAhead] = useState<Ahead>()
  const address = parameters.toString()
  // They have arrived, or the user has gone elsewhere.
  const isOver = ahead !== undefined && (address === ahead.text || !ahead.passed.includes(address))
  if (isOver) setAhead(undefined)
  const shown = ahead === undefined || isOver ? parameters : new URLSearchParams(ahead.text)
  const change: ReturnType<typeof usePromptSearchParams>[1] = (next, options) => {
    const text = new URLSearchParams(next).toString()
    setAhead((before) => ({ text, passed: [...(before?.passed ?? [address]), text] }))
    setParameters(new URLSearchParams(next), options)
  }
  return [shown, change]
}
