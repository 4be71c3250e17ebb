import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { needsIdentityProof } from '../../http/proof-of-identity.ts'
import { isAbortError, RequestFailed, errorMessage } from '../../http/request-failed.ts'
import { toast } from '../feedback/toast-store.ts'

/**
 * Returns a function that sends the request of a form or a button, whether it is pending, why the last attempt failed, and the props of a
 * button that sends it. `fallback` is the message if the server sends none. (`useForm` also has the fields of a form.)
 */
export function useFormSubmit(fallback = t('common.didNotWork')) {
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()

  /**
   * Sends the request, unless one is pending; resolves to undefined after a failure. `onFailure` receives the failure, e.g. for its
   * field errors. A text that it returns replaces the message.
   */
  const run = async <Response>(
    send: () => Promise<Response>,
    onFailure?: (failure: RequestFailed) => string | void,
  ): Promise<Response | undefined> => {
    if (pending) return undefined
    setPending(true)
    setFailure(undefined)
    try {
      return await send()
    } catch (error) {
      // The user has cancelled it, or the question who they are.
      if (isAbortError(error) || needsIdentityProof(error)) return undefined
      if (!(error instanceof RequestFailed)) throw error
      setFailure(onFailure?.(error) ?? errorMessage(error, fallback))
      return undefined
    } finally {
      setPending(false)
    }
  }
  const button = (...action: Parameters<typeof run>) => ({
    busy: pending,
    onClick: () => void run(...action),
  })
  return { pending, failure, run, setFailure, button }
}

/** Like `useFormSubmit`, for a button without a place for the failure: a toast says it. */
export function useToastedSubmit(fallback: string) {
  const { pending, run, button } = useFormSubmit(fallback)
  const say = (failure: RequestFailed) => void toast({ kind: 'error', text: errorMessage(failure, fallback) })
  return {
    pending,
    run: <Response>(send: () => Promise<Response>): Promise<Response | undefined> => run(send, say),
    button: (action: () => Promise<unknown>) => button(action, say),
  }
}
