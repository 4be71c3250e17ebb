import { useState } from 'react'
import { Eye, EyeOff, Lock } from 'lucide-react'
import { Field } from './field.tsx'
import type { FieldProps } from './field.tsx'
import css from './field.module.css'

/** A password field with a button that shows the password. Allows pasting; the form sets `autoComplete`. */
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
