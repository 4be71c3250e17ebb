import { useState } from 'react'
import { Eye, EyeOff, Lock } from 'lucide-react'
import { Field } from './field.tsx'
import type { FieldProps } from './field.tsx'
import css from './field.module.css'

/** A password with a button that shows it. Pasting stays possible; `autoComplete` is the form's to set. */
export const PasswordField = ({
  label = 'Password',
  ...rest
}: Omit<FieldProps, 'type' | 'end' | 'label'> & { label?: string }) => {
  const [shown, setShown] = useState(false)
  return (
    <Field
      icon={<Lock />}
      autoCapitalize="none"
      spellCheck={false}
      {...rest}
      label={label}
      type={shown ? 'text' : 'password'}
      end={
        <button
          type="button"
          className={css.end}
          aria-label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </button>
      }
    />
  )
}
