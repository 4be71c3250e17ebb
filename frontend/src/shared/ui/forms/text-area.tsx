import { useState } from 'react'
import type { ComponentProps } from 'react'
import { FieldFrame } from './field-frame.tsx'
import type { FieldLabelProps } from './field-frame.tsx'
import css from './field.module.css'

type TextAreaProps = FieldLabelProps &
  ComponentProps<'textarea'> & {
    /** Counts the used characters of `maxLength`. */
    counter?: boolean | undefined
  }

export const TextArea = ({
  label,
  hint,
  error,
  optional = false,
  labelHidden = false,
  counter = false,
  id,
  onChange,
  ...area
}: TextAreaProps) => {
  const [typed, setTyped] = useState(String(area.defaultValue ?? '').length)
  const used = typeof area.value === 'string' ? area.value.length : typed
  const count =
    counter && area.maxLength
      ? `${used.toLocaleString('en')} of ${area.maxLength.toLocaleString('en')}`
      : undefined
  const note = count ? (
    <>
      {hint}
      <span className={css.counter}>{count}</span>
    </>
  ) : (
    hint
  )
  return (
    <FieldFrame {...{ label, error, optional, labelHidden, id }} hint={note}>
      {(wiring) => (
        <div className={css.box} data-wrong={wiring['aria-invalid']}>
          <textarea
            {...area}
            {...wiring}
            className={css.area}
            onChange={(event) => {
              setTyped(event.target.value.length)
              onChange?.(event)
            }}
          />
        </div>
      )}
    </FieldFrame>
  )
}
