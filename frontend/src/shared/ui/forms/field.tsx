// A field for one line of text, with label, hint and error.

import type { ComponentProps, ReactNode } from 'react'
import { Lock } from 'lucide-react'
import { classNames } from '../class-names.ts'
import { FieldFrame, type FieldLabelProps } from './field-frame.tsx'
import css from './field.module.css'

export type FieldProps = FieldLabelProps &
  ComponentProps<'input'> & {
    icon?: ReactNode
    /** Rendered inside the field at its right end, such as a show button or a key hint. */
    end?: ReactNode
    /** Why the value cannot be changed; makes the field read-only with a lock. */
    readOnlyReason?: string | undefined
  }

export const Field = ({
  label,
  hint,
  error,
  optional = false,
  labelHidden = false,
  icon,
  end,
  readOnlyReason,
  id,
  className,
  ...input
}: FieldProps) => {
  const locked = readOnlyReason !== undefined || input.readOnly === true
  return (
    <FieldFrame {...{ label, error, optional, labelHidden, id }} hint={readOnlyReason ?? hint}>
      {(controlProps) => (
        <div
          className={classNames(css.box, className)}
          data-locked={locked || undefined}
          data-wrong={controlProps['aria-invalid']}
        >
          {(locked || icon) && (
            <span className={css.icon} aria-hidden="true">
              {locked ? <Lock /> : icon}
            </span>
          )}
          <input {...input} {...controlProps} readOnly={locked} className={css.input} />
          {end}
        </div>
      )}
    </FieldFrame>
  )
}
