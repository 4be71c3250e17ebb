// A dialog with a form. It stays open while the request is under way.

import type { ComponentProps, ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import layout from '../../styles/layout.module.css'
import { Dialog } from '../dialog/dialog.tsx'
import { FormButtons, FormMessages, type Form } from './use-form.tsx'

type FormDialogProps = Omit<ComponentProps<typeof FormButtons>, 'form' | 'disabled'> &
  Pick<ComponentProps<typeof Dialog>, 'title' | 'description' | 'width'> & {
    form: Pick<Form<FieldValues>, 'failure' | 'summary' | 'props' | 'pending' | 'discard'>
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
