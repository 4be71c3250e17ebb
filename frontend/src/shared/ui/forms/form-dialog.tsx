// A dialog with a form. It stays open while the request is under way.

import type { ComponentProps, ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import layout from '../../styles/layout.module.css'
import { Dialog } from '../dialog/dialog.tsx'
import { toast } from '../feedback/toast-store.ts'
import {
  CancelButton,
  FormMessages,
  SubmitButton,
  useForm,
  type Form,
  type FormOptions,
} from './use-form.tsx'

export type FormDialogProps<Values extends FieldValues, Request, Response> = Omit<
  FormOptions<Values, Request, Response>,
  'onDone'
> &
  Pick<ComponentProps<typeof SubmitButton>, 'kind' | 'busyText'> &
  Pick<ComponentProps<typeof Dialog>, 'title' | 'description' | 'width' | 'onClose'> & {
    submitLabel: string
    /** Called after the request; by default the dialog closes. */
    onDone?: (response: Response) => void
    /** Said in a toast after the request. */
    doneText?: string | ((response: Response) => string) | undefined
    /** Less space between the fields, which are few. */
    isDense?: boolean
    /** The fields ask something that has to be answered first: in place of the failure, and before another attempt. */
    isAsking?: boolean
    /** Returns the fields. */
    children: (form: Form<Values>) => ReactNode
  }

export const FormDialog = <Values extends FieldValues, Request, Response>(
  props: FormDialogProps<Values, Request, Response>,
) => {
  const { title, description, width, onClose, onDone = onClose, doneText, kind, busyText, isAsking } = props
  const form = useForm<Values, Request, Response>({
    ...props,
    onDone: (response) => {
      const text = typeof doneText === 'function' ? doneText(response) : doneText
      if (text !== undefined) toast({ kind: 'success', text })
      onDone(response)
    },
  })
  return (
    <Dialog {...{ title, description, width }} onClose={() => !form.pending && onClose()}>
      <form className={props.isDense ? layout.stack12 : layout.stack16} {...form.props}>
        {props.children(form)}
        {!isAsking && <FormMessages form={form} />}
        <div className={layout.formActions}>
          <CancelButton {...{ form, onClose }} />
          <SubmitButton {...{ form, kind, busyText }} disabled={isAsking}>
            {props.submitLabel}
          </SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
