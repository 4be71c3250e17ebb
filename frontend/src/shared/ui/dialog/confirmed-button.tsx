// A button whose action runs after a confirmation.

import { useState } from 'react'
import { errorMessage } from '../../http/request-failed.ts'
import { Button } from '../controls/button.tsx'
import { AlertDialog } from './alert-dialog.tsx'

type ConfirmedButtonProps = Pick<Parameters<typeof Button>[0], 'kind' | 'size' | 'icon' | 'aria-label'> & {
  /** The label of the button, also in the dialog. */
  label: string
  title: string
  description: string
  isDangerous?: boolean
  /** Shown if `run` fails without a message. */
  failureText: string
  /** Called after the confirmation. The dialog stays open if it fails. */
  run: () => Promise<void>
}

export const ConfirmedButton = ({ label, isDangerous, failureText, run, ...props }: ConfirmedButtonProps) => {
  const { title, description, ...buttonProps } = props
  const [dialog, setDialog] = useState<{ busy: boolean; error?: string }>()
  const confirm = async () => {
    setDialog({ busy: true })
    try {
      await run()
      setDialog(undefined)
    } catch (error) {
      setDialog({ busy: false, error: errorMessage(error, failureText) })
    }
  }
  return (
    <>
      <Button {...buttonProps} onClick={() => setDialog({ busy: false })}>
        {label}
      </Button>
      {dialog && (
        <AlertDialog
          onClose={() => setDialog(undefined)}
          kind={isDangerous ? 'danger' : 'plain'}
          title={title}
          description={description}
          confirmLabel={label}
          onConfirm={() => void confirm()}
          busy={dialog.busy}
          error={dialog.error}
        />
      )}
    </>
  )
}
