import { useState } from 'react'
import { isAbortError, RequestFailed, errorMessage } from './request-failed.ts'

/** The state of a form's request: whether it is pending, and why the last attempt failed. */
export type FormSubmit = {
  pending: boolean
  /** The message for the banner; undefined without an error. */
  failure: string | undefined
  /** Sends the request; resolves to undefined after a failure. `onFailure` receives the failure, e.g. for its field errors. */
  run: <Response>(
    send: () => Promise<Response>,
    onFailure?: (failure: RequestFailed) => void,
  ) => Promise<Response | undefined>
  setFailure: (failure: string | undefined) => void
}

/** Returns the state of a form's request. `fallback` is the message if the server sends none. `run` ignores calls while pending. */
export function useFormSubmit(fallback: string): FormSubmit {
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()

  const run: FormSubmit['run'] = async (send, onFailure) => {
    if (pending) return undefined
    setPending(true)
    setFailure(undefined)
    try {
      return await send()
    } catch (error) {
      if (isAbortError(error)) return undefined
      if (!(error instanceof RequestFailed)) throw error
      setFailure(errorMessage(error, fallback))
      onFailure?.(error)
      return undefined
    } finally {
      setPending(false)
    }
  }
  return { pending, failure, run, setFailure }
}
