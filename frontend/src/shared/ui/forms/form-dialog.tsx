// A dialog with a form. It stays open while the request is under way.

import type { ComponentProps, ReactNode } from 'react'
import layout from '../../styles/layout.module.css'
import { Dialog } from '../dialog/dialog.tsx'
import { FormMessages } from './form-messages.tsx'
import { CancelButton, SubmitButton } from './submit-button.tsx'
import type { FormState } from './use-form.ts'

type DialogForm = FormState & {
  props: Omit<ComponentProps<'form'>, 'className'>
  pending: boolean
  discard: () => void
}

type FormButtonsProps = {
  form: Pick<DialogForm, 'pending' | 'discard'>
  submitLabel: string
  busyText: string
  isDisabled?: boolean
  /** Called by Cancel, after what was typed is forgotten. */
  onClose: () => void
}

/** Cancel and the button that sends the form. */
export const FormButtons = ({
  form,
  submitLabel,
  busyText,
  isDisabled = false,
  onClose,
}: FormButtonsProps) => (
  <div className={layout.formActions}>
    <CancelButton {...{ form, onClose }} />
    <SubmitButton form={form} busyText={busyText} disabled={isDisabled}>
      {submitLabel}
    </SubmitButton>
  </div>
)

type FormDialogProps = Omit<FormButtonsProps, 'form' | 'isDisabled'> &
  Pick<ComponentProps<typeof Dialog>, 'title' | 'description' | 'width'> & {
    form: DialogForm
    /** Less space between the fields, which are few. */
    isDense?: boolean
    /** The fields. */
    children: ReactNode
  }

export const FormDialog = ({
  form,
  title,
  description,
  width,
  isDense = false,
  children,
  ...buttons
}: FormDialogProps) => (
  <Dialog {...{ title, description, width }} onClose={() => !form.pending && buttons.onClose()}>
    <form className={isDense ? layout.stack12 : layout.stack16} {...form.props}>
      {children}
      <FormMessages form={form} />
      <FormButtons form={form} {...buttons} />
    </form>
  </Dialog>
)
