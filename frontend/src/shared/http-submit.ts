import { useState } from 'react'
import { isAbort, RequestFailed, wordsOf } from './http-problem.ts'

/** One command of a form: whether it is under way, and what went wrong with the last try. */
export type Submission = {
  pending: boolean
  /** What the banner says; undefined while all is well. */
  failure: string | undefined
  /** Sends. Answers undefined after a failure. `onRefused` sees a failure first, e.g. for the messages of fields. */
  run: <Answer>(
    call: () => Promise<Answer>,
    onRefused?: (failure: RequestFailed) => void,
  ) => Promise<Answer | undefined>
  say: (failure: string | undefined) => void
}

/** `otherwise` is said when the server has no words of its own. A second press while one is under way does nothing. */
export function useSubmission(otherwise: string): Submission {
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()

  const run: Submission['run'] = async (call, onRefused) => {
    if (pending) return undefined
    setPending(true)
    setFailure(undefined)
    try {
      return await call()
    } catch (error) {
      if (isAbort(error)) return undefined
      if (!(error instanceof RequestFailed)) throw error
      setFailure(wordsOf(error, otherwise))
      onRefused?.(error)
      return undefined
    } finally {
      setPending(false)
    }
  }
  return { pending, failure, run, say: setFailure }
}
