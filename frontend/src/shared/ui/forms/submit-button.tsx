import type { ComponentProps } from 'react'
import { Button } from '../controls/button.tsx'

type SubmitButtonProps = Omit<ComponentProps<typeof Button>, 'form' | 'type' | 'kind' | 'busy'> & {
  form: { pending: boolean }
  busyText: string
}

/** The button that sends a form. It is busy until the request has its response. */
export const SubmitButton = ({ form, ...rest }: SubmitButtonProps) => (
  <Button {...rest} type="submit" kind="primary" busy={form.pending} />
)
