// Fields for one line of text and for several, and the frame of all fields: a label, a control, and a hint or error below it.

import { useId, type ComponentProps, type ReactNode, useState } from 'react'
import { CircleAlert, Lock } from 'lucide-react'
import { classNames } from '../class-names.ts'
import { t } from '../../i18n/t.ts'
import hidden from '../../styles/visually-hidden.module.css'
import layout from '../../styles/layout.module.css'
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
  optional,
  labelHidden,
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

/** The attributes that connect a control to its label, hint and error. */
export type FieldControlProps = {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export type FieldLabelProps = {
  label: ReactNode
  hint?: ReactNode
  /** Replaces the hint. */
  error?: string | undefined
  /** Marks the label as optional; required fields have no mark. */
  optional?: boolean | undefined
  labelHidden?: boolean | undefined
}

type FieldFrameProps = FieldLabelProps & {
  id?: string | undefined
  children: (controlProps: FieldControlProps) => ReactNode
}

/** A label, a control, and a hint or error below it. Passes the control the attributes that connect it to them. */
export const FieldFrame = ({ label, hint, error, optional, labelHidden, id, children }: FieldFrameProps) => {
  const ownId = useId()
  const controlId = id ?? ownId
  const noteId = `${controlId}-note`
  const hasNote = Boolean(error ?? hint)
  return (
    <div className={css.field}>
      <label
        htmlFor={controlId}
        id={`${controlId}-label`}
        className={labelHidden ? hidden.visuallyHidden : css.label}
      >
        <span>{label}</span>
        {optional && <span className={css.optional}>{t('forms.optional')}</span>}
      </label>
      {children({
        id: controlId,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hasNote && (
        <p id={noteId} className={error ? css.error : css.hint}>
          {error && <CircleAlert size={15} strokeWidth={1.9} />}
          <span className={layout.contents}>{error ?? hint}</span>
        </p>
      )}
    </div>
  )
}

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
