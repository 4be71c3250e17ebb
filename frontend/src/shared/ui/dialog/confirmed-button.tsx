// A button whose action runs after a confirmation.

import { useState } from 'react'
import { Button } from '../controls/button.tsx'
import { RequestDialog } from './request-dialog.tsx'

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
