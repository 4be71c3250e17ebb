import { useId, type ReactNode } from 'react'
import { CircleAlert } from 'lucide-react'
import hidden from '../visually-hidden.module.css'
import { t } from '../../i18n/t.ts'
import layout from '../../styles/layout.module.css'
import css from './field.module.css'

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
