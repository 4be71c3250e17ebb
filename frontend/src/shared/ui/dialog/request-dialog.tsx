// A question whose confirmation sends a request, and a button that asks one.

import { useState, type ComponentProps } from 'react'
import type { RequestFailed } from '../../http/request-failed.ts'
import { useFormSubmit } from '../../http/use-form-submit.ts'
import { Button } from '../controls/button.tsx'
import { IconButton } from '../controls/icon-button.tsx'
import { toast } from '../feedback/toast-store.ts'
import { AlertDialog } from './alert-dialog.tsx'

type RequestDialogProps = Omit<ComponentProps<typeof AlertDialog>, 'busy' | 'error' | 'onConfirm'> & {
  /** Shown if the request fails without a message. */
  failureText: string
  /** Sends the request, and closes the dialog. */
  run: () => Promise<void>
  onFailure?: (failure: RequestFailed) => void
}

/** It stays open while the request is under way, and says why it failed. */
export const RequestDialog = ({ failureText, run, onFailure, ...question }: RequestDialogProps) => {
  const request = useFormSubmit(failureText)
  return (
    <AlertDialog
      {...question}
      busy={request.pending}
      error={request.failure}
      onConfirm={() => void request.run(run, onFailure)}
    />
  )
}

type ConfirmedButtonProps = Pick<Parameters<typeof Button>[0], 'kind' | 'size' | 'icon' | 'aria-label'> &
  Pick<ComponentProps<typeof AlertDialog>, 'title' | 'description' | 'busyText'> & {
    /** The label of the button, also in the dialog. */
    label: string
    /** Shows the icon alone, with `aria-label` as its tooltip. */
    isIcon?: boolean
    isDangerous?: boolean
    /** Shown if `run` fails without a message. */
    failureText: string
    /** Called after the confirmation. The dialog stays open if it fails. */
    run: () => Promise<unknown>
    /** Said in a toast after `run`. */
    doneText?: string
  }

/** A button whose action runs after a confirmation. */
export const ConfirmedButton = ({
  label,
  isIcon,
  isDangerous,
  run,
  doneText,
  ...props
}: ConfirmedButtonProps) => {
  const { title, description, busyText, failureText, ...buttonProps } = props
  const [isAsking, setIsAsking] = useState(false)
  const ask = () => setIsAsking(true)
  const close = () => setIsAsking(false)
  return (
    <>
      {isIcon ? (
        <IconButton {...buttonProps} icon={props.icon} label={props['aria-label'] ?? label} onClick={ask} />
      ) : (
        <Button {...buttonProps} onClick={ask}>
          {label}
        </Button>
      )}
      {isAsking && (
        <RequestDialog
          {...{ title, description, busyText, failureText }}
          kind={isDangerous ? 'danger' : 'plain'}
          confirmLabel={label}
          run={async () => {
            await run()
            if (doneText !== undefined) toast({ kind: 'success', text: doneText })
            close()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
