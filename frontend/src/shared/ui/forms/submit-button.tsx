// The buttons below a form: one sends it, the other discards it.

import type { ComponentProps } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../controls/button.tsx'

type ButtonProps = ComponentProps<typeof Button>

type SubmitButtonProps = Omit<ButtonProps, 'form' | 'type' | 'kind' | 'busy'> & {
  form: { pending: boolean }
  busyText: string
}

/** The button that sends a form. It is busy until the request has its response. */
export const SubmitButton = ({ form, ...rest }: SubmitButtonProps) => (
  <Button {...rest} type="submit" kind="primary" busy={form.pending} />
)

type CancelButtonProps = {
  kind?: 'quiet'
  form: { pending: boolean; discard: () => void }
  onClose: () => void
}

/** Forgets what was typed and not sent. */
export const CancelButton = ({ form, onClose, ...props }: CancelButtonProps) => (
  <Button
    {...props}
    disabled={form.pending}
    onClick={() => {
      form.discard()
      onClose()
    }}
  >
    {t('common.cancel')}
  </Button>
)
