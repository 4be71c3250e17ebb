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

export const TextArea = ({ label, hint, error, optional, counter, id, ...area }: TextAreaProps) => {
  const [typedLength, setTypedLength] = useState(String(area.defaultValue ?? '').length)
  const length = typeof area.value === 'string' ? area.value.length : typedLength
  const { maxLength } = area
  const hintWithCount = counter && maxLength && (
    <>
      <span>{hint}</span>
      <span className={css.counter}>{t('forms.lengthOf', { length, maxLength })}</span>
    </>
  )
  return (
    <FieldFrame {...{ label, error, optional, id }} hint={hintWithCount || hint}>
      {(controlProps) => (
        <div className={css.box} data-wrong={controlProps['aria-invalid']}>
          <textarea
            {...area}
            {...controlProps}
            className={css.area}
            onChange={(event) => {
              setTypedLength(event.target.value.length)
              area.onChange?.(event)
            }}
          />
        </div>
      )}
    </FieldFrame>
  )
}
