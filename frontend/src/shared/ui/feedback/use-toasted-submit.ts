import { errorMessage } from '../../http/request-failed.ts'
import { useFormSubmit } from '../../http/use-form-submit.ts'
import { toast } from './toast-store.ts'

/** Like `useFormSubmit`, for a button without a place for the failure: a toast says it. */
export function useToastedSubmit(fallback: string) {
  const { pending, run } = useFormSubmit(fallback)
  return {
    pending,
    run: <Response>(send: () => Promise<Response>): Promise<Response | undefined> =>
      run(send, (failure) => toast({ kind: 'error', text: errorMessage(failure, fallback) })),
  }
}
