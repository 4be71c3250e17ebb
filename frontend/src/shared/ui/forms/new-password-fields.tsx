import { useState } from 'react'
import { PasswordField } from './password-field.tsx'
import { PasswordHints } from './password-hints.tsx'

type NewPasswordFieldsProps = {
  errors: Partial<Record<'password' | 'confirmPassword', string | undefined>>
  /** Class name of the element around the password and its hints. */
  hintedClass: string | undefined
  /** The placeholder of the second field. */
  placeholder?: string
  /** Omits the lock icon, for a form whose other fields have no icons. */
  plain?: boolean
}

/**
 * A new password with its rules, and its repetition against typing errors. Ids equal names, so that an error summary can
 * link to them.
 */
export const NewPasswordFields = ({ errors, hintedClass, placeholder, plain }: NewPasswordFieldsProps) => {
  const [password, setPassword] = useState('')
  const looks = plain ? { icon: null } : {}
  return (
    <>
      <div className={hintedClass}>
        <PasswordField
          {...looks}
          id="password"
          name="password"
          autoComplete="new-password"
          error={errors.password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <PasswordHints value={password} />
      </div>
      <PasswordField
        {...looks}
        id="confirmPassword"
        name="confirmPassword"
        label="Confirm password"
        autoComplete="new-password"
        placeholder={placeholder}
        error={errors.confirmPassword}
      />
    </>
  )
}
