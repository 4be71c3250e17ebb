import { useState } from 'react'
import { PasswordField } from './password-field.tsx'
import { PasswordHints } from './password-hints.tsx'

type NewPasswordFieldsProps = {
  errors: Partial<Record<'password' | 'confirmPassword', string | undefined>>
  /** Class name of the element around the first field and its hints. */
  passwordClassName: string | undefined
  /** The placeholder of the second field. */
  placeholder?: string
  /** Omits the lock icon, for a form whose other fields have no icons. */
  iconHidden?: boolean
}

/**
 * Two fields for a new password, with the password rules. The second field catches typing errors. The ids equal the
 * names, so that an error summary can link to the fields.
 */
export const NewPasswordFields = ({
  errors,
  passwordClassName,
  placeholder,
  iconHidden,
}: NewPasswordFieldsProps) => {
  const [password, setPassword] = useState('')
  const iconProps = iconHidden ? { icon: null } : {}
  return (
    <>
      <div className={passwordClassName}>
        <PasswordField
          {...iconProps}
          id="password"
          name="password"
          autoComplete="new-password"
          error={errors.password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <PasswordHints value={password} />
      </div>
      <PasswordField
        {...iconProps}
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
