import { useState } from 'react'
import { isAbortError, RequestFailed, errorMessage } from './request-failed.ts'

/** One command of a form: whether it is under way, and what went wrong with the last try. */
export type FormSubmit = {
  pending: boolean
  /** What the banner says; undefined while all is well. */
  failure: string | undefined
  /** Sends. Answers undefined after a failure. `onRefused` sees a failure first, e.g. for the messages of fields. */
  run: <Answer>(
    call: () => Promise<Answer>,
    onRefused?: (failure: RequestFailed) => void,
  ) => Promise<Answer | undefined>
  setFailure: (failure: string | undefined) => void
}

/** `otherwise` is said when the server has no words of its own. A second press while one is under way does nothing. */
export function useFormSubmit(otherwise: string): FormSubmit {
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()

  const run: FormSubmit['run'] = async (call, onRefused) => {
    if (pending) return undefined
    setPending(true)
    setFailure(undefined)
    try {
      return await call()
    } catch (error) {
      if (isAbortError(error)) return undefined
      if (!(error instanceof RequestFailed)) throw error
      setFailure(errorMessage(error, otherwise))
      onRefused?.(error)
      return undefined
    } finally {
      setPending(false)
    }
  }
  return { pending, failure, run, setFailure: setFailure }
}
