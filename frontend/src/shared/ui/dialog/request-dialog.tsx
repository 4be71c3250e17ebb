// A question whose confirmation sends a request, and a button that asks one.

import { useState, type ComponentProps } from 'react'
import type { RequestFailed } from '../../http/request-failed.ts'
import { useFormSubmit } from '../../http/use-form-submit.ts'
import { Button } from '../controls/button.tsx'
import type { Answer } from '../forms/use-form.ts'
import { AlertDialog } from './alert-dialog.tsx'

type RequestDialogProps<Response extends Answer> = Omit<
  ComponentProps<typeof AlertDialog>,
  'busy' | 'error' | 'onConfirm'
> & {
  /** Shown if the request fails without a message. */
  failureText: string
  send: () => Promise<Response>
  onDone: (response: Response) => void
  onFailure?: (failure: RequestFailed) => void
}

/** It stays open while the request is under way, and says why it failed. */
export const RequestDialog = <Response extends Answer>({
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

type ConfirmedButtonProps = Pick<Parameters<typeof Button>[0], 'kind' | 'size' | 'icon' | 'aria-label'> & {
  /** The label of the button, also in the dialog. */
  label: string
  title: string
  description: string
  isDangerous?: boolean
  /** Shown if `run` fails without a message. */
  failureText: string
  /** Called after the confirmation. The dialog stays open if it fails. */
  run: () => Promise<unknown>
}

/** A button whose action runs after a confirmation. */
export const ConfirmedButton = ({ label, isDangerous, failureText, run, ...props }: ConfirmedButtonProps) => {
  const { title, description, ...buttonProps } = props
  const [isAsking, setIsAsking] = useState(false)
  const close = () => setIsAsking(false)
  return (
    <>
      <Button {...buttonProps} onClick={() => setIsAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <RequestDialog
          {...{ title, description, failureText }}
          kind={isDangerous ? 'danger' : 'plain'}
          confirmLabel={label}
          send={async () => {
            await run()
            return 'done'
          }}
          onDone={close}
          onClose={close}
        />
      )}
    </>
  )
}
