// Actions whose outcome a toast says: a text that is copied, and a request.

import { toast } from './toast-store.ts'
import { errorMessage, type RequestFailed } from '../../http/request-failed.ts'
import { useFormSubmit } from '../../http/use-form-submit.ts'

/** Copies a text to the clipboard, and says whether it worked. */
export async function copyText(text: string, words: { copied: string; notCopied: string }): Promise<void> {
  const id = 'copy-text'
  try {
    // Pages without https have no clipboard.
    await navigator.clipboard.writeText(text)
    toast({ id, kind: 'success', text: words.copied })
  } catch {
    toast({ id, kind: 'error', text: words.notCopied })
  }
}

/** Like `useFormSubmit`, for a button without a place for the failure: a toast says it. */
export function useToastedSubmit(fallback: string) {
  const { pending, run, button } = useFormSubmit(fallback)
  const say = (failure: RequestFailed) => toast({ kind: 'error', text: errorMessage(failure, fallback) })
  return {
    pending,
    run: <Response>(send: () => Promise<Response>): Promise<Response | undefined> => run(send, say),
    button: (action: () => Promise<unknown>) => button(action, say),
  }
}
