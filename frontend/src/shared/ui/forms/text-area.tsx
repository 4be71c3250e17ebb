// A field for several lines of text, with label, hint and error.

import { useState, type ComponentProps } from 'react'
import { FieldFrame, type FieldLabelProps } from './field.tsx'
import { t } from '../../i18n/t.ts'
import css from './field.module.css'

type TextAreaProps = Omit<FieldLabelProps, 'labelHidden'> &
  ComponentProps<'textarea'> & {
    /** Shows the number of characters and `maxLength` below the field. */
    counter?: boolean | undefined
  }

export const TextArea = ({
  label,
  hint,
  error,
  optional = false,
  counter = false,
  id,
  onChange,
  ...area
}: TextAreaProps) => {
  const [typedLength, setTypedLength] = useState(String(area.defaultValue ?? '').length)
  const length = typeof area.value === 'string' ? area.value.length : typedLength
  const count =
    counter && area.maxLength ? t('forms.lengthOf', { length, maxLength: area.maxLength }) : undefined
  const hintWithCount = count ? (
    <>
      <span>{hint}</span>
      <span className={css.counter}>{count}</span>
    </>
  ) : (
    hint
  )
  return (
    <FieldFrame {...{ label, error, optional, id }} hint={hintWithCount}>
      {(controlProps) => (
        <div className={css.box} data-wrong={controlProps['aria-invalid']}>
          <textarea
            {...area}
            {...controlProps}
            className={css.area}
            onChange={(event) => {
              setTypedLength(event.target.value.length)
              onChange?.(event)
            }}
          />
        </div>
      )}
    </FieldFrame>
  )
}
