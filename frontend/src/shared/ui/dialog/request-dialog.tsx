// A question whose confirmation sends a request. It stays open meanwhile, and says why the request failed.

import type { ComponentProps } from 'react'
import type { RequestFailed } from '../../http/request-failed.ts'
import { useFormSubmit } from '../../http/use-form-submit.ts'
import { AlertDialog } from './alert-dialog.tsx'

type Question = Omit<ComponentProps<typeof AlertDialog>, 'busy' | 'error' | 'onConfirm'>

type RequestDialogProps<Response> = Question & {
  /** Shown if the request fails without a message. */
  failureText: string
  send: () => Promise<Response>
  onDone: (response: Response) => void
  onFailure?: (failure: RequestFailed) => void
}

export const RequestDialog = <Response,>({
  failureText,
  send,
  onDone,
  onFailure,
  ...question
}: RequestDialogProps<Response>) => {
  const { pending, failure, run } = useFormSubmit(failureText)
  const confirm = async () => {
    const response = await run(send, onFailure)
    if (response !== undefined) onDone(response)
  }
  return <AlertDialog {...question} busy={pending} error={failure} onConfirm={() => void confirm()} />
}
